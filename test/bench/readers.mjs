import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addPerson } from './paging.mjs';
import { percentile, row } from './measure.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';

const day = 864e5;
const observerCount = 4;
/** Requests of one observer at a time. */
const lanes = 5;
/** One alert each; by people of their own, so that nothing waits for an earlier page. */
const alertsPerRound = 10;
const targetMs = 1_000;

/** Four observers ask the most that can be asked, all the time: until an alert of another team rings, and until monitors are answered. */
export const readers = async ({ rounds }) => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const rang = new Map();
  const phones = await startPhones({ answer: (path) => (rang.get(path)?.(), 200) });
  try {
    const people = [];
    for (let n = 0; n < alertsPerRound * rounds; n += 1) people.push(await addPerson(tocsin, phones, n));
    const questions = await questionsOf(tocsin);
    const load = { isOver: false, answers: new Map() };
    const asking = (await observersOf(tocsin)).flatMap((token) =>
      Array.from({ length: lanes }, (_, lane) => keepAsking(tocsin, token, questions, lane * 3, load)),
    );
    const times = { rings: [], monitor: [] };
    await pause(2_000);
    for (const [n, { paths }] of people.entries()) {
      const ring = new Promise((resolve) => rang.set(`/p${n}`, resolve));
      const from = performance.now();
      await fetch(`${tocsin.url}${paths[0]}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ summary: `Alert ${n}`, severity: 'critical' }),
      });
      await ring;
      times.rings.push(performance.now() - from);
      const asked = performance.now();
      await (await fetch(`${tocsin.url}/readyz`)).text();
      times.monitor.push(performance.now() - asked);
      await pause(200);
    }
    load.isOver = true;
    await Promise.all(asking);
    return [line('A critical alert of another team rings', times.rings, load), line('/readyz answers', times.monitor, load)];
  } finally {
    await tocsin.stop();
    phones.close();
  }
};

const json = { 'content-type': 'application/json' };

function line(what, times, { answers }) {
  const p99 = percentile(times, 0.99);
  const counts = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return row(`${what} while four observers ask the most, 99 %`, `${p99.toFixed(0)} ms`, `${targetMs} ms`, p99 / targetMs, 1, {
    atMost: true,
    note: `half within ${percentile(times, 0.5).toFixed(0)} ms; ${times.length} of them; drafts, quality, drills, coverage, feeds, far instants: ${counts}`,
  });
}

async function keepAsking({ url }, token, questions, first, load) {
  for (let n = first; !load.isOver; n += 1) {
    const { method, path, body } = questions[n % questions.length];
    const headers = { authorization: `Bearer ${token}`, ...(body ? json : {}) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    await answer.arrayBuffer();
    load.answers.set(answer.status, (load.answers.get(answer.status) ?? 0) + 1);
  }
}

async function observersOf({ url, run }) {
  const tokens = [];
  for (let n = 0; n < observerCount; n += 1) {
    const { invitation } = (await run('InvitePerson', { name: `Observer ${n}`, email: `o${n}@example.org`, role: 'observer' })).says;
    const body = JSON.stringify({ password: 'correct horse battery' });
    const answer = await fetch(`${url}/api/invitations/${invitation.split('/invite/')[1]}`, { method: 'POST', headers: json, body });
    tokens.push((await answer.json()).token);
  }
  return tokens;
}

/** About the largest schedule that is allowed, counting covered time since 2000, and a policy of ten steps with it. */
export async function questionsOf({ run, made }) {
  const { teamId, serviceId, personId } = made;
  const hour = (n) => String(n % 24).padStart(2, '0');
  const layers = Array.from({ length: 10 }, (_, n) => ({
    layerId: randomUUID(),
    name: `Layer ${n}`,
    priority: n,
    rotation: {
      slots: Array.from({ length: 50 }, () => ({ slotId: randomUUID(), people: [personId] })),
      length: { unit: 'hours', count: n % 2 === 0 ? 1 : 5 },
      anchor: '2000-01-01T00:00:00.000Z',
      countsCoveredTimeOnly: true,
    },
    restrictions: Array.from({ length: 30 }, (__, k) => ({
      weekdays: [(k % 7) + 1],
      times: { from: `${hour(k)}:15`, to: `${hour(k + 1)}:05` },
    })),
  }));
  const { scheduleId } = (await run('CreateSchedule', { teamId, name: 'Largest', timeZone: 'Europe/Berlin', layers })).says;
  const step = { targets: [{ kind: 'schedule', scheduleId }], waitMinutes: 1 };
  const { policyId } = (await run('CreatePolicy', { teamId, name: 'Ten steps', steps: Array.from({ length: 10 }, () => step) })).says;
  const { address } = (await run('MakeCalendarFeed', { of: { kind: 'schedule', scheduleId }, reminder: null })).says;
  const at = (days) => new Date(Date.now() + days * day).toISOString();
  const range = (days) => ({ from: at(days), to: at(days + 62) });
  const draft = (body) => ({
    method: 'POST',
    path: `/api/schedules/${scheduleId}/draft`,
    body: { timeZone: 'Europe/Berlin', layers, ...body },
  });
  const get = (path) => ({ method: 'GET', path });
  return [
    draft(range(0)),
    draft(range(3_500)),
    draft({ from: '9998-12-01T00:00:00.000Z', to: '9998-12-31T00:00:00.000Z' }),
    get('/api/on-call'),
    get('/api/on-call?at=9998-12-31T00:00:00.000Z'),
    get(`/api/on-call?at=${at(3_500)}`),
    get(`/api/schedules/${scheduleId}/shifts?${new URLSearchParams(range(3_500))}`),
    get(`/api/schedules/${scheduleId}/quality`),
    get('/api/on-call/ahead'),
    get(`/api/on-call/uncovered?person=${personId}&from=${at(0)}&to=${at(360)}`),
    get(`/api/policies/${policyId}/people?at=${at(3_500)}`),
    { method: 'POST', path: '/api/drills', body: { serviceId, at: at(3_500) } },
    { method: 'POST', path: '/api/drills/coverage', body: {} },
    get(new URL(address).pathname),
  ];
}
