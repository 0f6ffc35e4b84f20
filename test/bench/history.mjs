import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { sized } from './measure.mjs';
import { webhook } from './senders.mjs';
import { importBuilt } from './built.mjs';

// a process that measures memory lets another one compute this, because bundling takes hundreds of megabytes
globalThis.TOCSIN_LOGIC = process.env.TOCSIN_BENCH_LOGIC ?? (await (await import('../../scripts/env/logic.mjs')).logicOf());
globalThis.TOCSIN_FINGERPRINTS = {};
const { eventContract } = await importBuilt('libs/contracts/src/catalogue.js');
const { setUpData } = await importBuilt('libs/domain/src/setup/organisation/facts.fixture.js');
const { byOwner } = await importBuilt('libs/domain/src/configuration.fixture.js');
const { domain } = await importBuilt('libs/domain/src/registry.js');
const { World } = await importBuilt('libs/kernel/src/replay/world.js');
const { systemActor } = await importBuilt('libs/kernel/src/react/process.js');
const { deriveId } = await importBuilt('libs/kernel/src/ids.js');
const { EventCodec } = await importBuilt('libs/platform/src/codec/codec.js');
const { createDiskSpill: diskSpill } = await importBuilt('libs/platform/src/replay/disk-spill.js');
const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');
const { alertmanagerWebhook } = await importBuilt('apps/server/src/ingest/senders/alertmanager/format.js');
const { keepRaw } = await importBuilt('apps/server/src/ingest/raw-body.js');

const { integrationId } = setUpData.integration;
const { serviceId } = setUpData.service;
const start = '2026-01-01T00:00:00.000Z';

/**
 * How alerts come: `step` is the time between two signals in milliseconds, `open` how many groups there are at any moment. A group is
 * acknowledged one of `acknowledgedAfter` signals, of all groups, after it was opened, again after `renewedAfter` each, and resolved after
 * `lifetime` signals.
 */
const busyProfile = { step: 1_000, open: 100, acknowledgedAfter: [100], lifetime: 20_000 };
/** A million signals in a year: 50,000 groups, each acknowledged within five minutes, and repeated every five minutes for two hours. */
const calmProfile = { step: 31_536, open: 10, acknowledgedAfter: [1, 2, 4, 7, 9], renewedAfter: 45, lifetime: 200 };

/** Keys of subjects, derived instead of stored, so that no vault is needed. */
const keyOf = (subject) => createHash('sha256').update(subject).digest();
export const codec = new EventCodec({
  vault: { keyFor: keyOf, keyUnlessDestroyed: keyOf },
  contractOf: eventContract,
  upcasters: domain.upcasters,
});

const newWorld = (onEvent) => {
  const world = new World(domain, {
    start,
    // appended events are dropped, because a million of them exceed memory
    onEvent,
    keeps: 10_000,
    streams: { store: diskSpill(tmpdir()), capacity: 2_000 },
    written: (type, data) => ({ v: eventContract(type).v, data }),
    logOpened: { logId: deriveId(start, 'bench', 'log'), format: 1, clock: 'system', kind: 'live' },
    // every page is delivered after a second
    answer: ({ type, data }) =>
      type === 'AttemptStarted'
        ? {
            after: 1_000,
            command: {
              type: 'RecordAttempt',
              data: { groupId: data.groupId, attemptId: data.attemptId, outcome: { ok: true, state: 'sent', providerId: null } },
            },
          }
        : undefined,
  });
  world.run({ type: 'StartReactor', data: { awayFrom: null } }, { actor: systemActor });
  world.run({ type: 'SetUp', data: setUpData }, { actor: byOwner });
  return world;
};

/** A webhook of one to three alerts, half of them critical. */
const receive = (world, n, group, status) => {
  const text = webhook(group, 1 + (group % 3))
    .replaceAll('"firing"', `"${status}"`)
    .replaceAll('"warning"', group % 2 ? '"critical"' : '"warning"');
  const { signal } = alertmanagerWebhook.read({ body: JSON.parse(text) }, '');
  const data = { integrationId, serviceId, kind: 'alertmanager', receivedAt: world.now, signal, raw: keepRaw(text) };
  const sender = { kind: 'sender', id: integrationId, roles: [] };
  world.record('inbox-world', [{ type: 'SignalReceived', data }], sender, deriveId(world.now, 'bench', 'signal', n));
  return `${integrationId}|${signal.key}`;
};

/**
 * The history of an installation: Alertmanager repeats what fires; each group is opened, pages, is acknowledged, and resolved at the
 * end. All decisions are the domain’s. Yields the events of each signal.
 */
function* simulateHistory({ step, open, acknowledgedAfter, renewedAfter = Infinity, lifetime }) {
  let freshEvents = [];
  const world = newWorld((event) => freshEvents.push(event));
  /** Groups to acknowledge; `at` and `end`, when they are resolved, are numbers of signals. */
  let waitingThreads = [];
  for (let n = 0; ; n += 1) {
    world.advance(step);
    const slotNumber = n % open;
    const ageOffset = n + (slotNumber * lifetime) / open;
    const age = ageOffset % lifetime;
    const isFiring = age < lifetime - open;
    const thread = receive(world, n, Math.floor(ageOffset / lifetime) * open + slotNumber, isFiring ? 'firing' : 'resolved');
    if (isFiring && (n < open || age < open)) {
      waitingThreads.push({ at: n + acknowledgedAfter[slotNumber % acknowledgedAfter.length], end: n + lifetime - open - age, thread });
    }
    for (const { thread: waitingThread } of waitingThreads.filter(({ at }) => at === n)) {
      const { groupId } = world.memory.rows('threads').get(waitingThread);
      world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: byOwner });
    }
    waitingThreads = waitingThreads.map((one) => (one.at === n ? { ...one, at: n + renewedAfter } : one)).filter(({ at, end }) => at < end);
    if (world.refusals.length > 0) throw new Error(`${world.refusals[0].command.type} was refused`);
    yield freshEvents;
    freshEvents = [];
  }
}

/** The events of the first signals of a history, up to a number of events or signals. */
function* takeFirst(history, { events = Infinity, signals = Infinity }) {
  let [count, signalCount] = [0, 0];
  for (const freshEvents of history) {
    yield* freshEvents.slice(0, events - count);
    count += freshEvents.length;
    signalCount += 1;
    if (count >= events || signalCount >= signals) return;
  }
}

/** The lengths of logs for replays and reports, shortest first. */
export const sizes = (process.env.TOCSIN_BENCH_SIZES ?? sized('250000,500000,1000000', '200,400')).split(',').map(Number);

let longestFolder;
/**
 * The folder of a log with the largest of `sizes`: made once for all rows of a run, which don’t change it, and deleted when this
 * process ends. `TOCSIN_BENCH_LOG` names a folder that was made before, by the same rules, because making a million events takes
 * minutes.
 */
export const findLongestHistory = () => (longestFolder ??= process.env.TOCSIN_BENCH_LOG ?? deleteAtExit(makeHistory(sizes.at(-1))));

/** The same for a year with this many signals, which `TOCSIN_BENCH_YEAR` names. */
export const yearOf = (signals) => process.env.TOCSIN_BENCH_YEAR ?? deleteAtExit(makeYear(signals));

const deleteAtExit = async (history) => {
  const { folder, log } = await history;
  await log.close();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** For each of these numbers of signals, in ascending order: the ordinal of the last event before the next signal. */
export const ordinalsOf = (folder, signals) => {
  const log = SqliteEventLog.openReadOnly(join(folder, 'log'));
  const ordinals = [];
  let [ordinal, count] = [0, 0];
  for (let page = log.page(0); page.length > 0; page = log.page(ordinal)) {
    for (const { type, ordinal: at } of page) {
      if (type === 'SignalReceived' && count === signals[ordinals.length]) ordinals.push(ordinal);
      if (type === 'SignalReceived') count += 1;
      ordinal = at;
    }
  }
  log.close();
  if (count === signals.at(-1)) ordinals.push(ordinal);
  return ordinals;
};

/** Makes a log with a history of this many events in a separate folder, and counts its events by type. */
export const makeHistory = (events) => writeHistory(takeFirst(simulateHistory(busyProfile), { events }));

/** The same with this many signals, a million in a year. */
export const makeYear = (signals) => writeHistory(takeFirst(simulateHistory(calmProfile), { signals }));

const writeHistory = async (events) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-history-'));
  const log = new SqliteEventLog(join(folder, 'log'));
  const mix = {};
  let pendingAppends = [];
  for (const { id, stream, revision, type, data, meta } of events) {
    mix[type] = (mix[type] ?? 0) + 1;
    pendingAppends.push(
      log.append(stream, revision === 0 ? 'none' : revision - 1, [codec.encode({ id, type, data }, meta, { parsed: true })]),
    );
    if (pendingAppends.length === 500) pendingAppends = await Promise.all(pendingAppends).then(() => []);
  }
  await Promise.all(pendingAppends);
  return { folder, log, codec, domain, mix };
};
export { domain };
