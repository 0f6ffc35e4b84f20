import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Pool } from 'undici';
import { median, round } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';

const services = 100;
const connections = 50;
const signals = 4_000;

/** A signal that opens a group: about 1 KB. */
export const signal = (n) =>
  JSON.stringify({
    key: `storm-${n}`,
    summary: `Disk of db-${n} is nearly full`,
    severity: 'critical',
    source: `db-${n}.example.org`,
    labels: { cluster: 'eu-1', env: 'prod', job: 'node', instance: `db-${n}.example.org:9100`, device: '/dev/nvme0n1' },
    url: 'https://grafana.example.org/d/disks?var-instance=db',
    details: { description: 'The disk will be full within four hours. '.repeat(10), runbook: 'https://wiki.example.org/runbooks/disks' },
  });

/** Creates services with an integration each. Returns the addresses of these. */
export const doorsOf = async ({ run, made: { teamId, policyId } }) => {
  const addresses = [];
  for (let n = 0; n < services; n += 1) {
    const { serviceId } = (await run('CreateService', { teamId, policyId, name: `Service ${n}` })).says;
    const { address } = (await run('CreateIntegration', { teamId, serviceId, name: `Monitoring ${n}`, kind: 'generic' })).says;
    addresses.push(new URL(address).pathname);
  }
  return addresses;
};

/** Sends all signals, concurrently. */
export const send = async (url, addresses, count = signals) => {
  const pool = new Pool(url, { connections });
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < count; n = next++) {
      const headers = { 'content-type': 'application/json' };
      const { statusCode, body } = await pool.request({ method: 'POST', path: addresses[n % addresses.length], body: signal(n), headers });
      await body.dump();
      if (statusCode !== 202) throw new Error(`signal ${n}: ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  await pool.close();
};

/** Clock ticks are hundredths of a second. */
const millisOf = (file) => {
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
/** Milliseconds of processor time of a process and of its main thread. */
const cpuOf = (pid) => ({ whole: millisOf(`/proc/${pid}/stat`), main: millisOf(`/proc/${pid}/task/${pid}/stat`) });

/** Samples the positions of log, reactor and screens: less often than rate limits allow. */
const watch = (tocsin) => {
  const samples = [];
  const watching = new AbortController();
  const look = async () => {
    const { log, memory, views, reactor } = await tocsin.get('/api/health');
    const of = ({ lag }) => log.head - lag;
    samples.push({ at: performance.now(), head: log.head, memory: of(memory), views: of(views), reactor: of(reactor) });
    await pause(500);
  };
  const looking = (async () => {
    while (!watching.signal.aborted) await look();
  })();
  const isAtRest = () => {
    const [a, b] = samples.slice(-2);
    return a && b && a.head === b.head && [b.memory, b.views, b.reactor].every((ordinal) => ordinal === b.head);
  };
  const rest = async () => {
    while (!isAtRest()) await Promise.race([pause(100), looking]);
    watching.abort();
    await looking;
  };
  /** When all positions had reached the final head of the log. */
  const restedAt = () => {
    const { head } = samples.at(-1);
    return samples.find((one) => [one.memory, one.views, one.reactor].every((ordinal) => ordinal === head)).at;
  };
  return { samples, rest, restedAt };
};

/** The longest time that screens were behind: the age, at a sample, of the position that they show. */
const behind = (samples) =>
  Math.max(
    ...samples.map(({ at, views, head }) =>
      views >= head ? 0 : at - (samples.findLast((s) => s.at <= at && s.head <= views)?.at ?? samples[0].at),
    ),
  );

const opened = (folder) => {
  const database = new Database(join(folder, 'data', 'log', 'log.db'), { readonly: true });
  const of = (type, which) =>
    database
      .prepare(
        `SELECT ${which}(meta ->> '$.at') AS at, count(*) AS count FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?)`,
      )
      .get(type);
  const [first, last] = [of('SignalReceived', 'min'), of('AlertGroupOpened', 'max')];
  database.close();
  return { seconds: (Date.parse(last.at) - Date.parse(first.at)) / 1_000, groups: last.count };
};

/** One storm on one built server, from the first signal until log, reactor and screens are up to date. */
export const storm = async (root, nodeArgs = []) => {
  const tocsin = await startTocsin({}, { root, nodeArgs });
  try {
    const addresses = await doorsOf(tocsin);
    await pause(1_000);
    const before = cpuOf(tocsin.pid);
    const watched = watch(tocsin);
    const begun = performance.now();
    await send(tocsin.url, addresses);
    await watched.rest();
    const all = (watched.restedAt() - begun) / 1_000;
    const after = cpuOf(tocsin.pid);
    const { seconds, groups } = opened(tocsin.folder);
    if (groups !== signals) throw new Error(`${groups} groups of ${signals} signals`);
    const micros = (which) => ((after[which] - before[which]) * 1_000) / signals;
    return {
      opened: signals / seconds,
      paged: signals / all,
      behind: behind(watched.samples) / 1_000,
      lag: Math.max(...watched.samples.map(({ head, views }) => head - views)),
      whole: micros('whole'),
      main: micros('main'),
    };
  } finally {
    await tocsin.stop();
  }
};

/** The built server of another working copy: `TOCSIN_BENCH_BESIDE=<folder>`. */
const other = process.env.TOCSIN_BENCH_BESIDE;

/** Every signal of a hundred services opens a group, and pages: compared with another commit, in turns. */
export const storms = async ({ rounds }) => {
  const runs = { mine: [], theirs: [] };
  for (let n = 0; n < rounds; n += 1) {
    runs.mine.push(await storm('.'));
    if (other) runs.theirs.push(await storm(other));
  }
  const of = (name, what) => median(runs[name].map((one) => one[what]));
  const times = (what) => median(runs.mine.map((one, n) => one[what] / runs.theirs[n][what]));
  const beside = (text) => (other ? text() : '');
  const note = `${round(of('mine', 'main'))} µs of the server’s thread a signal, ${round(of('mine', 'whole'))} µs of all its threads`;
  const theirs = () => `${round(of('theirs', 'main'))} µs and ${round(of('theirs', 'whole'))} µs`;
  const line = (what, key) => ({
    what,
    figure: `${round(of('mine', key))}/s`,
    ceiling: beside(() => `the other commit ${round(of('theirs', key))}/s`),
    ...(other ? { ratio: Number(times(key).toFixed(2)), wanted: '≥ 2.5', met: times(key) >= 2.5 } : {}),
    note: other ? `${note}; the other commit ${theirs()}` : note,
  });
  const seconds = of('mine', 'behind');
  return [
    line(`A storm of ${round(signals)} signals over ${services} services, each opens a group: opened`, 'opened'),
    line('The same, until everybody is paged and screens are at the head of the log', 'paged'),
    {
      what: 'How far screens fall behind meanwhile',
      figure: `${seconds.toFixed(1)} s, ${round(of('mine', 'lag'))} events`,
      ceiling: beside(() => `the other commit ${of('theirs', 'behind').toFixed(1)} s, ${round(of('theirs', 'lag'))} events`),
      wanted: '≤ 5 s',
      met: seconds <= 5,
    },
  ];
};
