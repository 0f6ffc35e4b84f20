import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { webhook } from './senders.mjs';
import { built } from './built.mjs';

// a process that measures memory lets another one compute this, because bundling takes hundreds of megabytes
globalThis.TOCSIN_LOGIC = process.env.TOCSIN_BENCH_LOGIC ?? (await (await import('../../scripts/env/logic.mjs')).logicOf());
globalThis.TOCSIN_FINGERPRINTS = {};
const { eventContract } = await built('libs/contracts/src/catalogue.js');
const { setUpData } = await built('libs/domain/src/organisation/facts.fixture.js');
const { byOwner } = await built('libs/domain/src/configuration.fixture.js');
const { domain } = await built('libs/domain/src/registry.js');
const { World } = await built('libs/kernel/src/replay/world.js');
const { systemActor } = await built('libs/kernel/src/react/process.js');
const { derivedId } = await built('libs/kernel/src/ids.js');
const { EventCodec } = await built('libs/platform/src/codec/codec.js');
const { diskSpill } = await built('libs/platform/src/replay/disk-spill.js');
const { SqliteEventLog } = await built('libs/platform/src/event-log/sqlite-event-log.js');
const { alertmanagerWebhook } = await built('apps/server/src/ingest/senders/alertmanager.js');
const { keepRaw } = await built('apps/server/src/ingest/raw.js');

const { integrationId } = setUpData.integration;
const { serviceId } = setUpData.service;
const start = '2026-01-01T00:00:00.000Z';
const open = 100; // groups at any moment
const lifetime = 20_000; // signals, of all groups, from the first firing of a group to its resolve

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
    streams: { store: diskSpill(tmpdir()), most: 2_000 },
    written: (type, data) => ({ v: eventContract(type).v, data }),
    logOpened: { logId: derivedId(start, 'bench', 'log'), format: 1, clock: 'system', kind: 'live' },
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
  const { signal } = alertmanagerWebhook.normalise(JSON.parse(text), '');
  const data = { integrationId, serviceId, kind: 'alertmanager', receivedAt: world.now, signal, raw: keepRaw(text) };
  const sender = { kind: 'sender', id: integrationId, roles: [] };
  world.record('inbox-world', [{ type: 'SignalReceived', data }], sender, derivedId(world.now, 'bench', 'signal', n));
  return `${integrationId}|${signal.key}`;
};

/**
 * The history of an installation with this many events: Alertmanager repeats what fires, with `open` groups at any moment; each is
 * opened, pages, is acknowledged after its first repeat, and resolved at the end. All decisions are the domain’s.
 */
function* lived(events) {
  let fresh = [];
  let count = 0;
  const world = newWorld((event) => fresh.push(event));
  for (let n = 0; count < events; n += 1) {
    world.advance(1_000);
    const seat = n % open;
    const told = n + (seat * lifetime) / open;
    const age = told % lifetime;
    const thread = receive(world, n, Math.floor(told / lifetime) * open + seat, age < lifetime - open ? 'firing' : 'resolved');
    if (age >= open && age < 2 * open) {
      const { groupId } = world.memory.rows('threads').get(thread);
      world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: byOwner });
    }
    yield* fresh.slice(0, events - count);
    count += fresh.length;
    fresh = [];
  }
  if (world.refusals.length > 0) throw new Error(`${world.refusals[0].command.type} was refused`);
}

/** The lengths of logs for replays and reports, shortest first. */
export const sizes = (process.env.TOCSIN_BENCH_SIZES ?? '250000,500000,1000000').split(',').map(Number);

let longest;
/**
 * The folder of a log with the largest of `sizes`: made once for all rows of a run, which don’t change it, and deleted when this
 * process ends. `TOCSIN_BENCH_LOG` names a folder that was made before, by the same rules, because making a million events takes
 * minutes.
 */
export const longestHistory = () => (longest ??= process.env.TOCSIN_BENCH_LOG ?? makeLongest());

const makeLongest = async () => {
  const { folder, log } = await makeHistory(sizes.at(-1));
  await log.close();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Makes a log with that history in a separate folder, and counts its events by type. */
export const makeHistory = async (events) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-history-'));
  const log = new SqliteEventLog(join(folder, 'log'));
  const mix = {};
  let appended = [];
  for (const { id, stream, revision, type, data, meta } of lived(events)) {
    mix[type] = (mix[type] ?? 0) + 1;
    appended.push(log.append(stream, revision === 0 ? 'none' : revision - 1, [codec.encode({ id, type, data }, meta, { parsed: true })]));
    if (appended.length === 500) appended = await Promise.all(appended).then(() => []);
  }
  await Promise.all(appended);
  return { folder, log, codec, domain, mix };
};
export { domain };
