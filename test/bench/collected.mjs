import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { percentile, round } from './measure.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { send, signal } from './storm.mjs';

const signals = 10_000;

const connected = async ({ run, made: { teamId } }, serviceId, name) => {
  const { address } = (await run('CreateIntegration', { teamId, serviceId, name, kind: 'generic' })).says;
  return new URL(address).pathname;
};

/** Repeats an act at an interval until `isOver`. Returns the duration of each in milliseconds. */
const every = async (ms, isOver, act) => {
  const times = [];
  for (let n = 0; !isOver(); n += 1) {
    const begun = performance.now();
    await act(n);
    times.push(performance.now() - begun);
    await pause(ms);
  }
  return times;
};

/** Waits until the reactor has handled, and screens show, everything on the log. */
const rested = async ({ get }) => {
  const begun = performance.now();
  while (performance.now() - begun < 120_000) {
    const { memory, views, reactor } = await get('/api/health');
    if (memory.lag + views.lag + reactor.lag === 0) return performance.now() - begun;
    await pause(50);
  }
  throw new Error('it was not at rest within two minutes');
};

/**
 * The most messages to one person by one contact method and urgency within any ten minutes: those that a provider accepted, without
 * quiet ones.
 */
const mostRings = (started, sent) => {
  const rings = new Map();
  for (const { attemptId, ring, at } of started) {
    if (!ring || ring.line === 'quiet' || !sent.has(attemptId)) continue;
    const way = `${ring.contactMethodId} ${ring.line}`;
    const times = rings.get(way) ?? new Map();
    rings.set(way, times.has(ring.id) ? times : times.set(ring.id, at));
  }
  const inTenMinutes = [...rings.values()].flatMap((times) => {
    const all = [...times.values()];
    return all.map((from) => all.filter((at) => at >= from && at < from + 600_000).length);
  });
  return Math.max(0, ...inTenMinutes);
};

/** Events of the stopped server: the number of each type, and the first pages for groups of another service. */
const written = (folder, elsewhere) => {
  const database = new Database(join(folder, 'data', 'log', 'log.db'), { readonly: true });
  const of = (name) =>
    database
      .prepare(`SELECT data, meta ->> '$.at' AS at FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?) ORDER BY ordinal`)
      .all(name)
      .map(({ data, at }) => ({ ...JSON.parse(data), at: Date.parse(at) }));
  const [opened, started] = [of('AlertGroupOpened'), of('AttemptStarted')];
  const inHand = [...started, ...of('AttemptWaits')].toSorted((a, b) => a.at - b.at);
  const there = opened.filter(({ serviceId }) => serviceId === elsewhere);
  const storm = new Set(opened.filter(({ serviceId }) => serviceId !== elsewhere).map(({ groupId }) => groupId));
  const answer = {
    groups: storm.size,
    rings: mostRings(started, new Set(of('AttemptSent').map(({ attemptId }) => attemptId))),
    events: database.prepare('SELECT count(*) FROM events').pluck().get() - signals,
    pages: there.map(({ groupId }) => inHand.find((one) => one.groupId === groupId)?.at ?? Infinity),
    first: started.find((one) => one.groupId === there[0]?.groupId)?.at ?? Infinity,
  };
  database.close();
  return answer;
};

/** One storm on one service, while a person lists and acknowledges, and another service has its own alerts. */
const oneStorm = async () => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const phones = await startPhones();
  try {
    const { personId, teamId, serviceId, policyId } = tocsin.made;
    await phones.add(tocsin.run, personId, '/ana');
    const path = await connected(tocsin, serviceId, 'Storm');
    const other = (await tocsin.run('CreateService', { teamId, policyId, name: 'Elsewhere' })).says.serviceId;
    const elsewhere = await connected(tocsin, other, 'Elsewhere');
    let isOver = false;
    const sentAt = [];
    const one = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const firing = '/api/views/alertGroups?where.status=firing&limit=50';
    const working = Promise.all([
      every(
        200,
        () => isOver,
        () => tocsin.get(firing),
      ),
      every(
        300,
        () => isOver,
        async () => {
          const { rows } = await tocsin.get('/api/views/alertGroups?where.status=firing&limit=1');
          if (rows.length > 0) await tocsin.run('AcknowledgeAlertGroup', { groupId: rows[0].id });
        },
      ),
      every(
        400,
        () => isOver,
        async (n) => {
          sentAt.push(Date.now());
          await (await fetch(`${tocsin.url}${elsewhere}`, { ...one, body: signal(signals + n) })).text();
        },
      ),
    ]);
    const begun = performance.now();
    await send(tocsin.url, [path], signals);
    const seconds = (performance.now() - begun) / 1_000;
    const behind = await rested(tocsin);
    isOver = true;
    const [lists, acknowledges] = await working;
    await rested(tocsin);
    await tocsin.end();
    const { pages, first, ...counts } = written(tocsin.folder, other);
    return { ...counts, seconds, behind, lists, acknowledges, first: first - sentAt[0], pages: pages.map((at, n) => at - sentAt[n]) };
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

const within = (ms) => `${(ms / 1_000).toFixed(2)} s`;
const line = (what, figure, wanted, met, note = '') => ({ what, figure, wanted, met, note });

/** Ten thousand different alerts on one service, as fast as the server accepts them. */
export const collected = async ({ rounds }) => {
  const runs = [];
  for (let n = 0; n < Math.min(rounds, 3); n += 1) runs.push(await oneStorm());
  const most = (what) => Math.max(...runs.map((run) => run[what]));
  const slow = (what) =>
    percentile(
      runs.flatMap((run) => run[what]),
      0.99,
    );
  const rate = Math.min(...runs.map(({ seconds }) => signals / seconds));
  const { groups, rings, behind } = { groups: most('groups'), rings: most('rings'), behind: most('behind') };
  const perJoiner = most('events') / signals;
  return [
    line(
      `${round(signals)} different alerts on one service, as fast as they are taken: alert groups`,
      `${groups}`,
      '≤ 56',
      groups <= 56,
      `${round(rate)} signals/s`,
    ),
    line('Rings of one person by one rule in ten minutes', `${rings}`, '≤ 5', rings > 0 && rings <= 5),
    line('Facts besides the signal itself, for each of them', perJoiner.toFixed(2), '', undefined),
    line('From the last 202 until it is on the list', within(behind), '≤ 5 s', behind <= 5_000),
    line('The list of what fires meanwhile, p99', within(slow('lists')), '≤ 1 s', slow('lists') <= 1_000),
    line('An acknowledge meanwhile, p99', within(slow('acknowledges')), '≤ 2 s', slow('acknowledges') <= 2_000),
    line('From the first signal of another service until its page is attempted', within(most('first')), '≤ 3 s', most('first') <= 3_000),
    line(
      'From each of its signals until its page is attempted, or waits behind that one, p99',
      within(slow('pages')),
      '≤ 3 s',
      slow('pages') <= 3_000,
    ),
  ];
};
