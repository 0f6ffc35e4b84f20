// contract: full
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportNames, type ReportAnswer } from '@tocsin/contracts/reports/reports.js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { readEverything } from '@tocsin/testing/ports/event-log-samples.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { clusterNode, dropClusterViews } from '@tocsin/testing/stage/cluster.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const note = 'Zerafina pulled the plug';
const range = 'from=2026-11-01&to=2026-12-01&zone=Europe/Berlin';

/** A report, and the hash that it states. */
interface PrintedReport {
  readonly bytes: string;
  readonly hash: string;
}

story('reports that are pinned to one position', (chapter) => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-report-bytes-'));
  let stage: Stage;
  let bo: Player;
  let groupId: string;
  let ordinal: number;
  let first: Readonly<Record<string, PrintedReport>>;
  let other: Tocsin;

  const printReports = async (api: Client): Promise<Readonly<Record<string, PrintedReport>>> => {
    const all: Record<string, PrintedReport> = {};
    for (const name of reportNames) {
      const query = `/api/reports/${name}?${range}&ordinal=${ordinal}`;
      const { status, body } = await api.request<ReportAnswer>('GET', query);
      expect([name, status]).toEqual([name, 200]);
      const file = await fetch(`${api.url}${query}&format=canonical`, { headers: { authorization: `Bearer ${api.token}` } });
      const bytes = await file.text();
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.pin.hash);
      all[name] = { bytes, hash: body.pin.hash };
    }
    return all;
  };
  /** Ana, on the server of the other profile: her session is in the copied folder. */
  const clientOfOther = (): Client => new Client(other.url, stage.ana.api.token, stage.ana.personId);

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'embedded', env: { TOCSIN_CLOCK_AT: '2026-11-20T10:00:00.000Z' } });
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }, { page: [stage.ana] }]);
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.advance('PT2M');
    groupId = (await stage.getGroup()).id;
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await bo.api.run('AddNote', { groupId, text: note });
    await stage.generic({ summary: 'Mail is slow', key: 'mail' });
    await stage.advance('PT8M');
    await stage.generic({ summary: 'Mail is slow', key: 'mail', action: 'resolve' });
    await stage.settle();
    ordinal = await stage.getHead();
    first = await printReports(stage.ana.api);
  });
  afterAll(async () => {
    await other?.end();
    await stage.detach();
    rmSync(place, { recursive: true, force: true });
  });

  chapter('say something', () => {
    expect(JSON.parse(first['response']!.bytes)).toMatchObject({ figures: { openings: 2, acknowledged: 1 }, order: { ordinal } });
    expect(new Set(Object.values(first).map(({ hash }) => hash)).size).toBe(reportNames.length);
  });

  chapter('have the same bytes and the same hash on a server of the cluster profile that has the same log', async () => {
    await stage.tocsin.stop();
    const { data } = stage.tocsin;
    const copy = join(place, 'data');
    cpSync(data, copy, { recursive: true, filter: (path) => !/\/(?:log|views)$/.test(path.slice(data.length)) });
    const [sourceLog, targetLog] = [SqliteEventLog.openReadOnly(join(data, 'log')), await nodeOf(copy)];
    for (const { stream, revision, ordinal: _, token: __, ...event } of await readEverything(sourceLog)) {
      await targetLog.append(stream, revision === 0 ? 'none' : revision - 1, [event]);
    }
    await Promise.all([sourceLog.close(), targetLog.close()]);
    await stage.restart();
    other = await Tocsin.start({ data: copy, profile: 'cluster' });
    await other.settle();
    expect(await printReports(clientOfOther())).toEqual(first);
    expect(await printReports(stage.ana.api)).toEqual(first);
  });

  const nodeOf = async (data: string) =>
    openEventStoreLog({ connectionString: (await clusterNode(data)).connectionString, prefix: 'tocsin', sideDir: join(place, 'copying') });

  chapter('after their columns and all views were made anew', async () => {
    await stage.tocsin.stop();
    await stage.deleteViews();
    await stage.restart();
    await stage.settle();
    expect(await printReports(stage.ana.api)).toEqual(first);
    await other.stop();
    rmSync(join(other.data, 'views'), { recursive: true, force: true });
    await dropClusterViews(other.data);
    other = await other.restart();
    await other.settle();
    expect(await printReports(clientOfOther())).toEqual(first);
  });

  chapter('after a person was erased and a note redacted, on either', async () => {
    await stage.tocsin.stop();
    const events = await eventsOfFolder(stage.tocsin.data);
    await stage.restart();
    const at = events.find(({ type }) => type === 'NoteAdded')!.ordinal;
    const { personId } = bo;
    for (const [tocsin, api] of [
      [stage.tocsin, stage.ana.api],
      [other, clientOfOther()],
    ] as const) {
      await api.run('RedactText', { ordinal: at, path: ['text'] });
      await api.run('DisablePerson', { personId, leaveGaps: true });
      await tocsin.settle();
      await api.run('ErasePerson', { personId });
      await tocsin.settle();
      expect(await printReports(api)).toEqual(first);
    }
  });
});
