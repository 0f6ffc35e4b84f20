import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeHistory } from './history.mjs';
import { runInterleaved, round, row, sized } from './measure.mjs';
import { importBuilt } from './built.mjs';

const { rebuild } = await importBuilt('libs/platform/src/views/rebuild.js');
const { SqlViewStore } = await importBuilt('libs/platform/src/views/sql-view-store.js');
const { openSqliteViews: sqliteViews } = await importBuilt('libs/platform/src/views/sqlite-dialect.js');
const { LogTimes } = await importBuilt('libs/platform/src/views/log-times.js');

export const events = Number(process.env.TOCSIN_BENCH_EVENTS ?? sized(200_000, 300));

/** The ceiling: reads and parses every row, and does nothing with it. */
const readAll = (file) => {
  const database = new Database(file, { readonly: true });
  const startedAt = performance.now();
  let count = 0;
  for (const { data, meta } of database.prepare('SELECT * FROM events ORDER BY ordinal').iterate()) {
    JSON.parse(data);
    JSON.parse(meta);
    count += 1;
  }
  database.close();
  return count / ((performance.now() - startedAt) / 1_000);
};

/** The log as the server’s own rebuild reads it: raw bodies stay encrypted. */
const toReadableLog = ({ log, codec }) => {
  const times = new LogTimes((after, limit) => log.readInstants(after, limit));
  return {
    head: () => log.head(),
    readAll: async (query) =>
      (await log.readAll(query)).map((storedEvent) => codec.decode(storedEvent, (subject) => subject.startsWith('raw:'))),
    logTimes: (ordinals) => times.at(ordinals),
  };
};

/** From no views until all of them are at the head of the log. */
export const rebuildAll = async (history, n) => {
  const { folder, domain } = history;
  const views = join(folder, `views-${n}`);
  const store = new SqlViewStore(sqliteViews(views));
  await store.prepare(domain.views);
  const startedAt = performance.now();
  const { ordinal } = await rebuild({ views: domain.views, log: toReadableLog(history), store });
  const rate = ordinal / ((performance.now() - startedAt) / 1_000);
  await store.close();
  rmSync(views, { recursive: true, force: true });
  return rate;
};

export const describeMix = (mix) =>
  Object.entries(mix)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([type, count]) => `${round(count)} ${type}`)
    .join(', ');

/** Builds every view from the first event, compared with only reading and parsing the same rows. */
export const rebuilds = async ({ rounds }) => {
  const history = await makeHistory(events);
  try {
    let n = 0;
    const contestants = { rebuild: () => rebuildAll(history, (n += 1)), read: () => readAll(join(history.folder, 'log', 'log.db')) };
    const { medians, ratios } = await runInterleaved(contestants, rounds);
    const figure = `${round(medians.rebuild)} events/s`;
    const ceiling = `SELECT * and JSON.parse ${round(medians.read)} events/s`;
    return [
      row(`Rebuild of every view from ${round(events)} events`, figure, ceiling, ratios.read, 1.2, { note: describeMix(history.mix) }),
    ];
  } finally {
    await history.log.close();
    rmSync(history.folder, { recursive: true, force: true });
  }
};
