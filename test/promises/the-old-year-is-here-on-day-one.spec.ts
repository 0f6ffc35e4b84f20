// cluster: never, the command line reads its log when the server is stopped
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { ImportedAlerts, ImportedHistory } from '@tocsin/contracts/imported-history/answers.js';
import type { ImportList } from '@tocsin/contracts/imports/imports.js';
import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { rescueOldYear, type OldYear } from '@tocsin/testing/foreign/old-year.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const period = 'from=2025-11-01T00:00:00.000Z&to=2025-12-01T00:00:00.000Z';
const minute = 60_000;

story('the old year of another system', (chapter) => {
  let stage: Stage;
  let bo: Player;
  let year: OldYear;
  let imported: ImportedHistory;

  const get = async <T>(path: string): Promise<T> => (await stage.ana.api.request<T>('GET', path)).body;
  const whenReady = async (): Promise<ImportedHistory> => {
    for (;;) {
      const history = await get<ImportedHistory>('/api/imported-history');
      if (history.state === 'ready' || history.state === 'failed') return history;
      await pause(20);
    }
  };
  const report = async (log: string) => {
    const { body } = await stage.ana.api.request<ReportAnswer & { figures: ResponseFigures }>(
      'GET',
      `/api/reports/response?${period}${log}`,
    );
    return body;
  };
  const replayed = async (): Promise<BacktestAnswer> => {
    const request = { change: null, from: '2025-11-01T00:00:00.000Z', log: imported.log };
    const { body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', request);
    for (;;) {
      const answer = await get<BacktestAnswer>(`/api/backtests/${body.id}`);
      if (answer.state !== 'running') return answer;
      await pause(50);
    }
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo-Castillo');
    await stage.setPolicy([{ page: [bo] }]);
    year = await rescueOldYear({ id: '0b64cb3d-404e-53dd-bc04-0f15ea479b86', name: 'Bo-Castillo', email: 'bo-castillo@example.org' });
    const { serviceId } = stage.setUpAnswer;
    await stage.ana.api.run('SetExternalKey', { kind: 'Service', id: serviceId, externalKey: year.serviceKey });
  });
  afterAll(async () => {
    year.remove();
    await stage.close();
  });

  chapter('is imported beside a server, which pages meanwhile', async () => {
    const importing = year.importInto(stage.tocsin.data);
    await stage.generic({ summary: 'Payments are down', key: 'payments' });
    await stage.settle();
    expect(bo.pageCauses).toEqual(['escalation']);
    const output = await importing;
    expect(output).toContain('Alerts: 20 listed, 20 read.');
    expect(output).toContain('Acts: 80 read.');
    imported = await whenReady();
    expect(imported).toMatchObject({ state: 'ready', servicesWithout: [], formerPeople: 0 });
    expect(imported.systems).toMatchObject([{ system: 'opsgenie', alerts: 20, acts: 80, pages: 20, notUnderstood: 0 }]);
    expect(imported.toldPages).toEqual([{ month: '2025-11', personId: bo.personId, pages: 20 }]);
    expect(await stage.listGroups()).toHaveLength(1);
  });

  chapter('has reports of its own, which are marked, and is in no figure of this installation', async () => {
    const { rows } = await get<ImportList>('/api/imports');
    expect(rows).toMatchObject([{ id: imported.log, name: 'Opsgenie until 2025-11-20', isHistory: true }]);
    const theirs = await report(`&log=${imported.log}&measures=time_to_resolve`);
    expect(theirs).toMatchObject({ log: imported.log, figures: { openings: 20, acknowledged: 20, stillOpen: 0 } });
    expect(theirs.figures.measures[0]!.all).toMatchObject({ measured: 20, p50: 20 * minute });
    expect((await report('')).figures.openings).toBe(0);
    const figuresOf = async (name: string) =>
      (await get<{ figures: unknown }>(`/api/reports/${name}?${period}&log=${imported.log}`)).figures;
    expect(await figuresOf('load')).toMatchObject({ interruptions: 20, people: [{ personId: bo.personId, interruptions: 20 }] });
    expect(await figuresOf('noise')).toMatchObject({ services: [{ openings: 20, interruptions: 20, sleep: 20 }] });
  });

  chapter('says what helped last time, with the system', async () => {
    const { serviceId } = stage.setUpAnswer;
    const { rows } = await get<ImportedAlerts>(
      `/api/imported-history/alerts?serviceId=${serviceId}&title=${encodeURIComponent('Disk of db-1 is full')}`,
    );
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      system: 'opsgenie',
      openedAt: '2025-11-19T03:00:00.000Z',
      acknowledgedBy: { personId: bo.personId, name: 'Bo-Castillo' },
      note: 'Emptied /var/log, says Bo-Castillo',
    });
    expect((await get<ImportedAlerts>('/api/imported-history/alerts?text=look')).rows[0]!.title).toBe('Bo-Castillo should look at db-2');
  });

  chapter('is replayed through today’s policies: whom they would have paged', async () => {
    const { state, result } = await replayed();
    expect([state, result?.would.recorded]).toMatchObject(['done', { groups: 20, pages: 20, nobody: 0, acknowledged: 20 }]);
    expect(result!.would.recorded.persons).toMatchObject([{ personId: bo.personId, pages: 20 }]);
    expect(bo.pageCauses).toEqual(['escalation']);
  });

  chapter('comes back the same after its views were deleted', async () => {
    const before = await report(`&log=${imported.log}`);
    await stage.tocsin.stop();
    rmSync(join(stage.tocsin.data, 'views', 'imported'), { recursive: true });
    await stage.restart();
    const again = await whenReady();
    expect({ ...again, log: imported.log, setupAt: imported.setupAt }).toEqual(imported);
    imported = again;
    expect((await report(`&log=${imported.log}`)).figures).toEqual(before.figures);
  });

  chapter('is deleted as a whole, by one act', async () => {
    expect((await stage.ana.api.request('DELETE', '/api/imported-history')).status).toBe(204);
    expect(await get('/api/imported-history')).toMatchObject({ state: 'none', log: null, systems: [] });
    expect(existsSync(join(stage.tocsin.data, 'views', 'imported'))).toBe(false);
    expect((await get<ImportList>('/api/imports')).rows).toEqual([]);
    expect((await get<ImportedAlerts>('/api/imported-history/alerts?text=db')).rows).toEqual([]);
  });
});
