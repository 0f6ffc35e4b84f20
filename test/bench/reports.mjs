import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBuilt } from './built.mjs';
import { codec, findLongestHistory } from './history.mjs';
import { runInterleaved, round, row } from './measure.mjs';

const { reportNames, reportVersions } = await importBuilt('libs/contracts/src/reports/reports.js');
const { namedMeasures } = await importBuilt('libs/contracts/src/reports/measures.js');
const { FactReader, reportTypes } = await importBuilt('libs/domain/src/observers/reports/facts-of-event.js');
const { Report } = await importBuilt('libs/domain/src/observers/reports/report.js');
const { WorkDeadline } = await importBuilt('apps/server/src/reports/work-deadline.js');
const { StoredFacts } = await importBuilt('apps/server/src/reports/stored-facts.js');
const { SqliteEventLog } = await importBuilt('libs/platform/src/event-log/sqlite-event-log.js');

const orderOf = (report, ordinal) => ({
  report,
  version: reportVersions[report],
  from: '2026-01-01T00:00:00.000Z',
  to: '2028-12-31T00:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal,
  service: null,
  team: null,
  urgency: null,
  measures: namedMeasures,
});

/** Each report from columns, compared with the same fold over the log, which reads, decodes and folds each event. */
export async function reports({ rounds }) {
  const log = new SqliteEventLog(join(await findLongestHistory(), 'log'));
  const columns = mkdtempSync(join(tmpdir(), 'tocsin-columns-'));
  const { ordinal } = await log.head();
  const read = (after, types) => log.readAll({ after, types, limit: 500 });
  const reportFromLog = async (order) => {
    const report = new Report(order);
    const facts = new FactReader();
    for (let after = 0; ;) {
      const page = await read(after, reportTypes);
      if (page.length === 0) return report.bytes();
      for (const event of page) report.take(facts.read(codec.decode(event, () => true)));
      after = page.at(-1).ordinal;
    }
  };
  const storedFacts = StoredFacts.open(join(columns, 'reports.db'), read, () => true);
  const until = new WorkDeadline(() => 0, 1);
  await storedFacts.upTo(ordinal, until);
  const byColumns = async (order) => {
    const report = new Report(order);
    report.take(await storedFacts.upTo(ordinal, until));
    return report.bytes();
  };
  // in processor time of all threads, because the machine’s other load varies
  const measureTime = (fold, order, reportBytes) => async () => {
    const startUsage = process.cpuUsage();
    reportBytes.add(await fold(order));
    const { user, system } = process.cpuUsage(startUsage);
    return 1e6 / (user + system);
  };
  const lines = [];
  for (const name of reportNames) {
    const order = orderOf(name, ordinal);
    const reportBytes = new Set();
    const { medians, ratios } = await runInterleaved(
      { columns: measureTime(byColumns, order, reportBytes), naive: measureTime(reportFromLog, order, reportBytes) },
      rounds,
    );
    if (reportBytes.size > 1) throw new Error(`${name}: columns and log do not make the same bytes`);
    const title = `Report ${name} over ${round(ordinal)} events, from columns`;
    const note = `${(1 / medians.columns).toFixed(2)} s instead of ${(1 / medians.naive).toFixed(2)} s`;
    lines.push(
      row(title, `${medians.columns.toFixed(2)} / s`, `${medians.naive.toFixed(2)} / s by reading the log`, ratios.naive, 10, { note }),
    );
  }
  await log.close();
  rmSync(columns, { recursive: true, force: true });
  return lines;
}
