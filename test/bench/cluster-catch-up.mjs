import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { makeHistory } from './history.mjs';
import { runInterleaved, round, row, informationRow } from './measure.mjs';
import { events, rebuildAll, describeMix } from './rebuild.mjs';
import { startStores } from './start-stores.mjs';
import { importBuilt } from './built.mjs';

const { openEventStoreLog } = await importBuilt('libs/platform/src/event-log/eventstore/eventstore-log.js');
const { refold } = await importBuilt('libs/platform/src/feed/refold.js');
const { Projector } = await importBuilt('libs/platform/src/views/projector.js');
const { rebuild } = await importBuilt('libs/platform/src/views/rebuild.js');
const { SqlViewStore } = await importBuilt('libs/platform/src/views/sql-view-store.js');
const { openPostgresViews: postgresViews } = await importBuilt('libs/platform/src/views/postgres-dialect.js');

const { MemoryRows } = await importBuilt('libs/kernel/src/rows/memory-rows.js');

const prefix = 'bench';
const appendsAtOnce = 500;

/** Copies the history of the embedded benchmark in the same order: the client sends its appends one after the other. */
const copyTo = async (eventStore, log) => {
  const client = EventStoreDBClient.connectionString(eventStore);
  // a page may be shorter than requested, because it is also bounded by bytes
  for (let after = 0; after < events;) {
    const page = await log.readAll({ after, limit: appendsAtOnce });
    await Promise.all(
      page.map(({ id, type, v, data, meta, stream }) =>
        client.appendToStream(
          `${prefix}.${stream}`,
          jsonEvent({ id, type, data: JSON.parse(data), metadata: { v, meta: JSON.parse(meta) } }),
        ),
      ),
    );
    after = page.at(-1).ordinal;
  }
  await client.dispose();
};

/** Follows the log from its first event, as a server does, until `handle` has read the last. Returns events per second. */
const followLog = async (log, handle) => {
  const startedAt = performance.now();
  await new Promise((fulfil, reject) => {
    const followLog = log.follow(
      0,
      async (page) => {
        await handle(page);
        if (page.at(-1).ordinal < events) return;
        setImmediate(() => followLog.stop().then(fulfil));
      },
      reject,
    );
  });
  return events / ((performance.now() - startedAt) / 1_000);
};

/** How the log was read once, as stored in a snapshot: a rebuilt view uses its midnights. */
const courseOf = async (log, decodeEvent) => {
  const memory = new MemoryRows([]);
  while (memory.course().ordinal < events) {
    const page = await log.readAll({ after: memory.course().ordinal, limit: appendsAtOnce });
    for (const storedEvent of page) memory.apply(decodeEvent(storedEvent));
  }
  return memory.course();
};

/**
 * Builds every view with a projector, compared with following the same log without work; and with a rebuild, compared with the
 * embedded one.
 */
export const catchUps = async ({ rounds: requestedRounds }) => {
  const rounds = Math.min(requestedRounds, 3);
  const stores = await startStores();
  const history = await makeHistory(events);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-catch-up-'));
  await copyTo(stores.eventStore, history.log);
  const log = openEventStoreLog({ connectionString: stores.eventStore, prefix, sideDir: folder });
  const { domain, codec } = history;
  const decodeStored = (storedEvent) => codec.decode(storedEvent, (subject) => subject.startsWith('raw:'));
  const withViews = async (run) => {
    const store = new SqlViewStore(postgresViews(await stores.database()));
    await store.prepare(domain.views);
    const answer = await run(store);
    await store.close();
    return answer;
  };
  const measureProjecting = () =>
    withViews(async (store) => {
      const projector = new Projector({ views: domain.views, store });
      await projector.start();
      return followLog(log, (page) => projector.apply(page.map(decodeStored), page.at(-1).token));
    });
  const measureRebuilding = () =>
    withViews(async (store) => {
      const startedAt = performance.now();
      const readable = { head: () => log.head(), readAll: async (query) => (await log.readAll(query)).map(decodeStored) };
      await rebuild({ views: domain.views, log: readable, store });
      return events / ((performance.now() - startedAt) / 1_000);
    });
  const course = await courseOf(history.log, decodeStored);
  /** Folds all views of memory again, as after an upgrade that changes each of them. */
  const measureRefolding = async (source) => {
    const memory = new MemoryRows(domain.memory);
    memory.resume(course);
    const startedAt = performance.now();
    await refold({ log: source, decode: decodeStored, memory }, domain.memory, events);
    return events / ((performance.now() - startedAt) / 1_000);
  };
  try {
    while ((await log.head().catch(() => ({ ordinal: 0 }))).ordinal < events);
    const { medians, ratios } = await runInterleaved({ projecting: measureProjecting, reading: () => followLog(log, () => {}) }, rounds);
    let n = 0;
    const comparison = await runInterleaved({ rebuilding: measureRebuilding, embedded: () => rebuildAll(history, (n += 1)) }, rounds);
    const refolds = await runInterleaved({ cluster: () => measureRefolding(log), embedded: () => measureRefolding(history.log) }, rounds);
    const [figure, ceiling] = [`${round(medians.projecting)} events/s`, `following the log for nothing ${round(medians.reading)} events/s`];
    return [
      row(`A projector of every view catches up ${round(events)} events`, figure, ceiling, ratios.reading, 0.5, {
        note: describeMix(history.mix),
      }),
      informationRow(
        `Rebuild of every view from ${round(events)} events`,
        `${round(comparison.medians.rebuilding)} events/s`,
        `embedded ${round(comparison.medians.embedded)} events/s`,
        comparison.ratios.embedded,
      ),
      informationRow(
        `Memory is folded again from ${round(events)} events`,
        `${round(refolds.medians.cluster)} events/s`,
        `embedded ${round(refolds.medians.embedded)} events/s`,
        refolds.ratios.embedded,
      ),
    ];
  } finally {
    await log.close();
    await history.log.close();
    await stores.stop();
    for (const folderToDelete of [folder, history.folder]) rmSync(folderToDelete, { recursive: true, force: true });
  }
};
