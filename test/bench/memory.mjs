import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { doorsOf, send, signal } from './storm.mjs';

const signals = 10_000;
/** Seconds without requests before memory is read: what is not in use is returned in that time. */
const restSeconds = Number(process.env.TOCSIN_BENCH_REST ?? 60);

/** MiB of memory that the process has now, and that it had at most. */
const memoryOf = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1_024);
  return { now: read('VmRSS'), most: read('VmHWM') };
};

/** Sends requests of this kind, `connections` at a time. Refused ones count: they cost memory too. */
const sendMany = async (url, count, connections, toRequest) => {
  const pool = new Pool(url, { connections });
  let next = 0;
  const runSender = async () => {
    for (let n = next++; n < count; n = next++) {
      const answer = await pool.request(toRequest(n)).catch(() => null);
      await answer?.body.dump({ limit: 64 * 1_048_576 }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: connections }, runSender));
  await pool.close();
};

const json = { 'content-type': 'application/json' };

/** What a stranger and an observer can ask for without end: large answers, large bodies, passwords, views, reports, feeds. */
const exhaust = async ({ url, token, address }) => {
  const own = { authorization: `Bearer ${token}` };
  const door = new URL(address).pathname;
  const large = JSON.stringify({ version: '4', status: 'firing', alerts: [], padding: 'x'.repeat(8 * 1_048_576) });
  const views = ['alertGroups', 'services', 'people', 'teams', 'policies', 'integrations'];
  const credentials = (n) => JSON.stringify({ email: `nobody-${n}@example.org`, password: 'a wrong password' });
  const get = (path) => ({ method: 'GET', path, headers: own });
  await Promise.all([
    sendMany(url, 300, 50, () => ({ method: 'GET', path: '/api/openapi.json', headers: {} })),
    sendMany(url, 60, 20, (n) => ({ method: 'POST', path: '/api/sign-in', headers: json, body: credentials(n) })),
    sendMany(url, 60, 16, () => ({ method: 'POST', path: door, headers: json, body: large })),
    sendMany(url, 2_000, 50, (n) => get(`/api/views/${views[n % views.length]}?limit=200`)),
    sendMany(url, 200, 20, (n) => get(`/api/reports/response?from=2026-01-0${1 + (n % 9)}&to=2026-12-01&zone=Europe%2FBerlin`)),
    sendMany(url, 2_000, 100, (n) => ({ method: 'POST', path: `/in/generic/unknown-${n}`, headers: json, body: signal(n) })),
    sendMany(url, 500, 50, () => get('/api/events?limit=500')),
  ]);
};

const row = (what, { now, most }, limit) => ({
  what,
  figure: `${now} MiB`,
  ceiling: `at most ${most} MiB until then`,
  wanted: `≤ ${limit} MiB`,
  met: now <= limit,
});

/** Memory of a new server at rest, and again at rest after this work. */
const measure = async (work) => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const phones = await startPhones();
  try {
    await phones.add(tocsin.run, tocsin.made.personId, '/ana');
    const addresses = await doorsOf(tocsin);
    const rest = async () => {
      await pause(restSeconds * 1_000);
      return memoryOf(tocsin.pid);
    };
    const idle = await rest();
    await work(tocsin, addresses);
    return { idle, after: await rest() };
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

/** What a server holds: after its start, after a storm, and after everything that can be asked for. */
export const memory = async () => {
  const storm = await measure(({ url }, addresses) => send(url, addresses.slice(0, 1), signals));
  const exhaustion = await measure(exhaust);
  return [
    row('Memory of a server with 100 services, a minute after its start', storm.idle, 220),
    row('The same, a minute after 10,000 different alerts on one service', storm.after, 350),
    row('The same, a minute after large bodies, passwords, views, reports and history without end', exhaustion.after, 350),
  ];
};
