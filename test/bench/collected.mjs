import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { percentile, round, sized } from './measure.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { send, signal, waitUntilAtRest } from './storm.mjs';

const signals = sized(10_000, 70);

export const createIntegration = async ({ run, made: { teamId } }, serviceId, name) => {
  const { address } = (await run('CreateIntegration', { teamId, serviceId, name, kind: 'generic' })).says;
  return new URL(address).pathname;
};

/** Repeats an act at an interval until `isOver`. Returns the duration of each in milliseconds. */
export const repeatEvery = async (ms, isOver, act) => {
  const times = [];
  for (let n = 0; !isOver(); n += 1) {
    const startedAt = performance.now();
    await act(n);
    times.push(performance.now() - startedAt);
    await pause(ms);
  }
  return times;
};

/**
 * The most messages to one person by one contact method and urgency within any ten minutes: those that a provider accepted, without
 * quiet ones.
 */
const countMostRings = (startedAttempts, sentAttemptIds) => {
  const rings = new Map();
  for (const { attemptId, ring, at } of startedAttempts) {
    if (!ring || ring.line === 'quiet' || !sentAttemptIds.has(attemptId)) continue;
    const methodAndLine = `${ring.contactMethodId} ${ring.line}`;
    const times = rings.get(methodAndLine) ?? new Map();
    rings.set(methodAndLine, times.has(ring.id) ? times : times.set(ring.id, at));
  }
  const inTenMinutes = [...rings.values()].flatMap((times) => {
    const all = [...times.values()];
    return all.map((from) => all.filter((at) => at >= from && at < from + 600_000).length);
  });
  return Math.max(0, ...inTenMinutes);
};

/** Events of the stopped server: the number of each type, and the first pages for groups of another service. */
export const readResults = (folder, otherServiceId, sent = signals) => {
  const database = new Database(join(folder, 'data', 'log', 'log.db'), { readonly: true });
  const factsOf = (name) =>
    database
      .prepare(`SELECT data, meta ->> '$.at' AS at FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?) ORDER BY ordinal`)
      .all(name)
      .map(({ data, at }) => ({ ...JSON.parse(data), at: Date.parse(at) }));
  const [openEvents, startedAttempts] = [factsOf('AlertGroupOpened'), factsOf('AttemptStarted')];
  const attemptEvents = [...startedAttempts, ...factsOf('AttemptWaits')].toSorted((a, b) => a.at - b.at);
  const otherServiceOpenings = openEvents.filter(({ serviceId }) => serviceId === otherServiceId);
  const storm = new Set(openEvents.filter(({ serviceId }) => serviceId !== otherServiceId).map(({ groupId }) => groupId));
  const answer = {
    groups: storm.size,
    rings: countMostRings(startedAttempts, new Set(factsOf('AttemptSent').map(({ attemptId }) => attemptId))),
    events: database.prepare('SELECT count(*) FROM events').pluck().get() - sent,
    pages: otherServiceOpenings.map(({ groupId }) => attemptEvents.find((one) => one.groupId === groupId)?.at ?? Infinity),
    first: startedAttempts.find((one) => one.groupId === otherServiceOpenings[0]?.groupId)?.at ?? Infinity,
  };
  database.close();
  return answer;
};

/** One storm on one service, while a person lists and acknowledges, and another service has its own alerts. */
const runStorm = async () => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const phones = await startPhones();
  try {
    const { personId, teamId, serviceId, policyId } = tocsin.made;
    await phones.add(tocsin.run, personId, '/ana');
    const path = await createIntegration(tocsin, serviceId, 'Storm');
    const other = (await tocsin.run('CreateService', { teamId, policyId, name: 'Elsewhere' })).says.serviceId;
    const otherPath = await createIntegration(tocsin, other, 'Elsewhere');
    let isOver = false;
    const sentAt = [];
    const one = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const firingPath = '/api/views/alertGroups?where.status=firing&limit=50';
    const working = Promise.all([
      repeatEvery(
        200,
        () => isOver,
        () => tocsin.get(firingPath),
      ),
      repeatEvery(
        300,
        () => isOver,
        async () => {
          const { rows } = await tocsin.get('/api/views/alertGroups?where.status=firing&limit=1');
          if (rows.length > 0) await tocsin.run('AcknowledgeAlertGroup', { groupId: rows[0].id });
        },
      ),
      repeatEvery(
        400,
        () => isOver,
        async (n) => {
          sentAt.push(Date.now());
          await (await fetch(`${tocsin.url}${otherPath}`, { ...one, body: signal(signals + n) })).text();
        },
      ),
    ]);
    const startedAt = performance.now();
    await send(tocsin.url, [path], { count: signals });
    const seconds = (performance.now() - startedAt) / 1_000;
    const restDelay = await waitUntilAtRest(tocsin);
    isOver = true;
    const [lists, acknowledges] = await working;
    await waitUntilAtRest(tocsin);
    await tocsin.end();
    const { pages, first, ...counts } = readResults(tocsin.folder, other);
    return {
      ...counts,
      seconds,
      behind: restDelay,
      lists,
      acknowledges,
      first: first - sentAt[0],
      pages: pages.map((at, n) => at - sentAt[n]),
    };
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

const toSeconds = (ms) => `${(ms / 1_000).toFixed(2)} s`;
const toRow = (what, figure, wanted, met, note = '') => ({ what, figure, wanted, met, note });

/** Ten thousand different alerts on one service, as fast as the server accepts them. */
export const collected = async ({ rounds }) => {
  const runs = [];
  for (let n = 0; n < Math.min(rounds, 3); n += 1) runs.push(await runStorm());
  const maxOf = (what) => Math.max(...runs.map((run) => run[what]));
  const p99Of = (what) =>
    percentile(
      runs.flatMap((run) => run[what]),
      0.99,
    );
  const rate = Math.min(...runs.map(({ seconds }) => signals / seconds));
  const { groups, rings, behind } = { groups: maxOf('groups'), rings: maxOf('rings'), behind: maxOf('behind') };
  const perJoiner = maxOf('events') / signals;
  return [
    toRow(
      `${round(signals)} different alerts on one service, as fast as they are taken: alert groups`,
      `${groups}`,
      '≤ 56',
      groups <= 56,
      `${round(rate)} signals/s`,
    ),
    toRow('Rings of one person by one rule in ten minutes', `${rings}`, '≤ 5', rings > 0 && rings <= 5),
    toRow('Facts besides the signal itself, for each of them', perJoiner.toFixed(2), '', undefined),
    toRow('From the last 202 until it is on the list', toSeconds(behind), '≤ 5 s', behind <= 5_000),
    toRow('The list of what fires meanwhile, p99', toSeconds(p99Of('lists')), '≤ 1 s', p99Of('lists') <= 1_000),
    toRow('An acknowledge meanwhile, p99', toSeconds(p99Of('acknowledges')), '≤ 2 s', p99Of('acknowledges') <= 2_000),
    toRow(
      'From the first signal of another service until its page is attempted',
      toSeconds(maxOf('first')),
      '≤ 3 s',
      maxOf('first') <= 3_000,
    ),
    toRow(
      'From each of its signals until its page is attempted, or waits behind that one, p99',
      toSeconds(p99Of('pages')),
      '≤ 3 s',
      p99Of('pages') <= 3_000,
    ),
  ];
};
