// contract: full, every report from both stores, over four days of events
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { namedMeasures } from '@tocsin/contracts/reports/measures.js';
import { reportNames, reportVersions, type ReportName, type ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { domain } from '@tocsin/domain/registry.js';
import { Report } from '@tocsin/domain/observers/reports/report.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { makeYear } from '../../apps/server/src/demo/year.js';
import { StoredFacts } from '../../apps/server/src/reports/stored-facts.js';
import { WorkDeadline } from '../../apps/server/src/reports/work-deadline.js';

const { events } = makeYear({ seed: 1, until: '2026-11-25T10:00:00.000Z', days: 4 });
const folder = mkdtempSync(join(tmpdir(), 'tocsin-report-bytes-'));
const keyFor = (subject: string): Buffer => createHash('sha256').update(subject).digest();
const codec = new EventCodec({ vault: { keyFor, keyUnlessDestroyed: keyFor }, contractOf: eventContract, upcasters: domain.upcasters });
/** The same bytes for either log. */
const storedEvents = events.map(({ id, stream, revision, type, data, meta }) => ({
  stream,
  revision,
  event: codec.encode({ id, type, data }, meta),
}));

const fill = async (log: EventLog): Promise<EventLog> => {
  for (const { stream, revision, event } of storedEvents) await log.append(stream, revision === 0 ? 'none' : revision - 1, [event]);
  return log;
};

const orderOf = (report: ReportName, ordinal: number): ReportOrder => ({
  report,
  version: reportVersions[report],
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal,
  service: null,
  team: null,
  urgency: null,
  measures: [...namedMeasures],
});

/** Every report at that position, made like in the server’s reports thread, over newly built columns. */
const reportsOf = async (log: EventLog, ordinal: number, hasRoom = true): Promise<ReadonlyMap<ReportName, string>> => {
  const columns = join(mkdtempSync(join(folder, 'server-')), 'reports.db');
  const facts = StoredFacts.open(
    columns,
    (after, types) => log.readAll({ after, types, limit: 500 }),
    () => hasRoom,
  );
  const bytes = new Map<ReportName, string>();
  for (const name of reportNames) {
    const report = new Report(orderOf(name, ordinal));
    report.take(await facts.upTo(ordinal, new WorkDeadline(() => 0, 1)));
    bytes.set(name, report.bytes());
  }
  return bytes;
};

describe('a report at a position of the log', () => {
  let node: EventStoreNode;
  let embedded: EventLog;
  let cluster: EventLog;
  beforeAll(async () => {
    node = await EventStoreNode.start();
    embedded = await fill(new SqliteEventLog(join(folder, 'log')));
    cluster = await fill(
      openEventStoreLog({ connectionString: node.connectionString, prefix: 'tocsin', sideDir: folder, deadlineMs: 60_000 }),
    );
  });
  afterAll(async () => {
    await embedded.close();
    await cluster.close();
    node.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['at the end of the log', 1],
    ['in the middle of it', 0.5],
  ])('is the same bytes on the embedded and on the cluster profile, %s', async (_, share) => {
    const { ordinal: head } = await embedded.head();
    expect((await cluster.head()).ordinal).toBe(head);
    const ordinal = Math.floor(head * share);
    const [embeddedReports, clusterReports] = [await reportsOf(embedded, ordinal), await reportsOf(cluster, ordinal)];
    expect([...clusterReports]).toEqual([...embeddedReports]);
    expect(JSON.parse(embeddedReports.get('response')!)).toMatchObject({ figures: { openings: expect.any(Number) }, order: { ordinal } });
    expect(JSON.parse(embeddedReports.get('response')!).figures.openings).toBeGreaterThan(5);
  });

  it('is the same bytes while the disk is nearly full and its columns are not written', async () => {
    const { ordinal } = await embedded.head();
    const middle = Math.floor(ordinal / 2);
    for (const at of [ordinal, middle]) expect([...(await reportsOf(embedded, at, false))]).toEqual([...(await reportsOf(embedded, at))]);
  });

  it('is the same bytes from columns that were made anew, as on another machine', async () => {
    const { ordinal } = await embedded.head();
    expect([...(await reportsOf(embedded, ordinal))]).toEqual([...(await reportsOf(embedded, ordinal))]);
  });
});
