// cluster: short, views that are built again
import { views } from '@tocsin/contracts/catalogue.js';
import { rowsOf } from '@tocsin/testing/stage/rebuilt-views.js';
import { sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }], 1);
});
afterAll(() => stage.close());

const readAnswers = async (at: string): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {};
  for (const view of Object.keys(views)) {
    const { status, body } = await stage.ana.api.request<{ rows: unknown }>('GET', `/api/views/${view}?limit=200`);
    all[view] = [status, body.rows];
  }
  const found = await sentAgain(() =>
    stage.ana.api.request<{ events: unknown }>('GET', `/api/events?q=diskfull&about=${stage.setUpAnswer.teamId}`),
  );
  all['found'] = found.body.events;
  expect(found).toMatchObject({ status: 200, body: { events: [{}, {}] } });
  all['then'] = (await stage.ana.api.request<{ rows: unknown }>('GET', `/api/views/alertGroups?at=${at}`)).body.rows;
  return all;
};

describe('what the screens show', () => {
  it('is built again from the log alone, to the byte, and paging goes on meanwhile', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'DiskFull', instance: 'db-2' }]);
    const laterInstant = await stage.advance('PT3M');
    await stage.advance('PT4M');
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.pagerduty('trigger', 'k');
    await stage.advance('PT1H');
    await stage.pagerduty('resolve', 'k');
    await stage.settle();
    const before = await readAnswers(laterInstant);

    await stage.tocsin.stop();
    await stage.deleteViews();
    await stage.restart();
    await stage.settle();
    expect((await rowsOf(stage.tocsin.data)).length).toBeGreaterThan(0);
    const after = await readAnswers(laterInstant);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));

    await stage.settleFully();
    const ringsBefore = stage.ana.ringCount;
    await stage.generic({ summary: 'New', key: 'new' });
    expect(stage.ana.ringCount).toBe(ringsBefore + 1);
  });
});
