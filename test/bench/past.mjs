import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBuilt } from './built.mjs';
import { makeHistory } from './history.mjs';
import { informationRow, percentile, round, row, sized } from './measure.mjs';

const { SqlViewStore } = await importBuilt('libs/platform/src/views/sql-view-store.js');
const { openSqliteViews } = await importBuilt('libs/platform/src/views/sqlite-dialect.js');
const { momentOf } = await importBuilt('libs/platform/src/views/view-table.js');
const { verifyLog } = await importBuilt('libs/platform/src/proof/verify-log.js');
const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');
const { domain } = await importBuilt('libs/domain/src/registry.js');

/** Twenty events each. */
const groups = Number(process.env.TOCSIN_BENCH_PAST_EVENTS ?? sized(1_000_000, 20_000)) / 20;
const verified = Number(process.env.TOCSIN_BENCH_VERIFIED ?? sized(1_000_000, 2_000));
const moments = sized(40, 4);
const states = ['firing', 'acknowledged', 'firing', 'acknowledged', 'resolved'];
/** The states of neighbours overlap, ten minutes between two openings. */
const instantOf = (ordinal) => new Date(Date.UTC(2026, 0, 1) + ordinal * 60_000).toISOString();
const idOf = (number) => `0190${String(number).padStart(4, '0').slice(-4)}-0000-7000-8000-${String(number).padStart(12, '0')}`;

const rowOf = (number, status, ordinal) => ({
  id: idOf(number),
  number,
  title: `Disk ${number} is almost full on db-${number % 100}`,
  serviceId: idOf(number % 50),
  teamId: idOf(number % 5),
  status,
  urgency: number % 4 ? 'low' : 'high',
  test: false,
  holder: status === 'acknowledged' ? { kind: 'person', personId: idOf(number % 30) } : null,
  responders: [],
  openedAt: instantOf(number * 10),
  firingSince: instantOf(number * 10),
  acknowledgedAt: null,
  resolvedAt: status === 'resolved' ? instantOf(ordinal) : null,
  alertName: 'DiskFull',
  labels: [`instance=db-${number % 100}`, 'job=node'],
  links: [],
  paging: [],
  involved: [],
  firingKeys: [],
  overKeys: [],
  pageKeys: {},
});

/** Each group has five states, the last of them after four hundred minutes. */
const fill = async (store) => {
  const changes = [];
  for (let number = 1; number <= groups; number += 1)
    for (const [n, status] of states.entries()) changes.push([number * 10 + n * 100, number, status]);
  changes.sort(([one], [other]) => one - other);
  for (let from = 0; from < changes.length; from += 2_000) {
    const some = changes.slice(from, from + 2_000).map(([ordinal, number, status]) => ({
      view: 'alertGroups',
      id: idOf(number),
      row: rowOf(number, status, ordinal),
      ordinal,
      at: instantOf(ordinal),
    }));
    await store.save(some, { ordinal: some.at(-1).ordinal, logTime: some.at(-1).at, token: String(from) });
  }
};

const measure = async (times, ask) => {
  for (let n = 0; n < 5; n += 1) await ask(n);
  const durations = [];
  for (let n = 0; n < times; n += 1) {
    const from = performance.now();
    await ask(n);
    durations.push(performance.now() - from);
  }
  return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) };
};

const lists = {
  'what is open, by number': { where: { status: ['firing', 'acknowledged'] } },
  'what was resolved, by number': { where: { status: 'resolved' } },
  'all of a team, by number': { where: { teamId: idOf(3) } },
  'all, by opening': { sort: 'openedAt' },
};

const pastLists = async (store) => {
  const lines = [];
  const at = (n) => momentOf(instantOf(Math.floor(((n % moments) + 0.5) * ((groups * 10) / moments))), 999_999_999_999);
  for (const [name, question] of Object.entries(lists)) {
    const query = { sort: 'number', descending: true, limit: 50, ...question };
    const now = await measure(moments, () => store.list('alertGroups', query));
    const then = await measure(moments, (n) => store.list('alertGroups', { ...query, at: at(n) }));
    const most = Math.max(10, 2 * now.p95);
    lines.push(
      row(`As of a moment: ${name}, p95`, `${then.p95.toFixed(1)} ms`, `now ${now.p95.toFixed(1)} ms`, then.p95 / most, 1, {
        atMost: true,
        note: `p50 ${then.p50.toFixed(1)} ms, now ${now.p50.toFixed(1)} ms; ${round(groups)} groups of five states; the ratio is to twice now, at least 10 ms`,
      }),
    );
  }
  const one = await measure(moments, (n) => store.get('alertGroups', idOf(1 + ((n * 997) % groups)), at(n)));
  lines.push(informationRow('As of a moment: one alert group, p95', `${one.p95.toFixed(1)} ms`, '', 1, `p50 ${one.p50.toFixed(1)} ms`));
  return lines;
};

const verification = async () => {
  const { folder, log } = await makeHistory(verified);
  await log.close();
  const reader = SqliteEventLog.openReadOnly(join(folder, 'log'));
  try {
    const used = process.cpuUsage();
    const from = performance.now();
    const { head } = await verifyLog({ readPage: (after) => reader.page(after), seals: [], stored: undefined }, { keys: [], anchors: [] });
    const wall = (performance.now() - from) / 1_000;
    const { user, system } = process.cpuUsage(used);
    const processor = (user + system) / 1_000_000;
    const note = `${round(head / wall)} events/s by the clock; read, framed, hashed, joined`;
    return row(
      `Verifying ${round(head)} events, by the processor`,
      `${round(head / processor)} events/s`,
      '100,000 events/s',
      head / processor / 100_000,
      1,
      { note },
    );
  } finally {
    reader.close();
    rmSync(folder, { recursive: true });
  }
};

/** Lists as of a moment beside the same lists now, and the check of a log against its hashes. */
export const past = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-past-'));
  const store = new SqlViewStore(openSqliteViews(dir));
  try {
    await store.prepare(domain.views);
    await fill(store);
    return [...(await pastLists(store)), await verification()];
  } finally {
    await store.close();
    rmSync(dir, { recursive: true });
  }
};
