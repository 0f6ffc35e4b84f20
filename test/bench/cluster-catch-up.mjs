import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { makeHistory } from './history.mjs';
import { interleaved, round, row, told } from './measure.mjs';
import { events, rebuildAll, said } from './rebuild.mjs';

const built = (file) => import(resolve('dist/modules/libs/platform/src', file));
const { openEventStoreLog } = await built('event-log/eventstore/eventstore-log.js');
const { refold } = await built('feed/refold.js');
const { Projector } = await built('views/projector.js');
const { rebuild } = await built('views/rebuild.js');
const { SqlViewStore } = await built('views/sql-view-store.js');
const { postgresViews } = await built('views/postgres-dialect.js');

const kernel = (file) => import(resolve('dist/modules/libs/kernel/src', file));
const { MemoryRows } = await kernel('rows/memory-rows.js');

const prefix = 'bench';
const appendsAtOnce = 500;

/** The same life as in the other profile’s file, in the same order: the client sends its appends one after the other. */
const copyTo = async (eventStore, log) => {
  const client = EventStoreDBClient.connectionString(eventStore);
  for (let after = 0; after < events; after += appendsAtOnce) {
    const page = await log.readAll({ after, limit: appendsAtOnce });
    await Promise.all(
      page.map(({ id, type, v, data, meta, stream }) =>
        client.appendToStream(
          `${prefix}.${stream}`,
          jsonEvent({ id, type, data: JSON.parse(data), metadata: { v, meta: JSON.parse(meta) } }),
        ),
      ),
    );
  }
  await client.dispose();
};

/** Follows the log from its first event, as a server does, until `handle` has seen the last. Answers events a second. */
const following = async (log, handle) => {
  const begun = performance.now();
  await new Promise((fulfil, reject) => {
    const following = log.follow(
      0,
      async (page) => {
        await handle(page);
        if (page.at(-1).ordinal < events) return;
        setImmediate(() => following.stop().then(fulfil));
      },
      reject,
    );
  });
  return events / ((performance.now() - begun) / 1_000);
};

/** A projector of every view from nothing, beside following the same log for nothing; and a rebuild, beside the embedded one. */
export const catchUps = async (stores, rounds) => {
  const history = await makeHistory(events);
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-catch-up-'));
  await copyTo(stores.eventStore, history.log);
  const log = openEventStoreLog({ connectionString: stores.eventStore, prefix, sideDir: folder });
  const { domain, codec } = history;
  const decoded = (stored) => codec.decode(stored, (subject) => subject.startsWith('raw:'));
  const withViews = async (work) => {
    const store = new SqlViewStore(postgresViews(await stores.database()));
    await store.prepare(domain.views);
    const answer = await work(store);
    await store.close();
    return answer;
  };
  const projecting = () =>
    withViews(async (store) => {
      const projector = new Projector({ views: domain.views, store });
      await projector.start();
      return following(log, (page) => projector.apply(page.map(decoded), page.at(-1).token));
    });
  const rebuilding = () =>
    withViews(async (store) => {
      const begun = performance.now();
      const readable = { head: () => log.head(), readAll: async (query) => (await log.readAll(query)).map(decoded) };
      await rebuild({ views: domain.views, log: readable, store });
      return events / ((performance.now() - begun) / 1_000);
    });
  /** All views of memory from nothing, as after an upgrade that changes each of them. */
  const refolding = async (source) => {
    const begun = performance.now();
    await refold({ log: source, decode: decoded, memory: new MemoryRows(domain.memory) }, domain.memory, events);
    return events / ((performance.now() - begun) / 1_000);
  };
  try {
    while ((await log.head().catch(() => ({ ordinal: 0 }))).ordinal < events);
    const { medians, ratios } = await interleaved({ projecting, reading: () => following(log, () => {}) }, rounds);
    let n = 0;
    const both = await interleaved({ rebuilding, embedded: () => rebuildAll(history, (n += 1)) }, rounds);
    const refolds = await interleaved({ cluster: () => refolding(log), embedded: () => refolding(history.log) }, rounds);
    const [figure, ceiling] = [`${round(medians.projecting)} events/s`, `following the log for nothing ${round(medians.reading)} events/s`];
    return [
      row(`A projector of every view catches up ${round(events)} events`, figure, ceiling, ratios.reading, 0.5, {
        note: said(history.mix),
      }),
      told(
        `Rebuild of every view from ${round(events)} events`,
        `${round(both.medians.rebuilding)} events/s`,
        `embedded ${round(both.medians.embedded)} events/s`,
        both.ratios.embedded,
      ),
      told(
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
    for (const made of [folder, history.folder]) rmSync(made, { recursive: true, force: true });
  }
};
