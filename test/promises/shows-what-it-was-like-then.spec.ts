// cluster: short, lists, filters and the past
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

story('the past', (chapter) => {
  const moments: Record<string, string> = {};

  chapter('is what the list said at that moment, whatever came after', async () => {
    moments['before'] = await stage.settle();
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    moments['firing'] = await stage.advance('PT1M');
    await stage.advance('PT1M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    moments['acknowledged'] = await stage.advance('PT1M');
    await stage.advance('PT1M');
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await stage.advance('P2D');
    const statusesAt = async (moment: string) =>
      (await stage.ana.api.list('alertGroups', `at=${moments[moment]}`)).map(({ status }) => status);
    expect(await statusesAt('before')).toEqual([]);
    expect(await statusesAt('firing')).toEqual(['firing']);
    expect(await statusesAt('acknowledged')).toEqual(['acknowledged']);
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
  });

  chapter('is found by filters as it was then', async () => {
    const listAt = async (at: string, status: string) =>
      (await stage.ana.api.list('alertGroups', `where.status=${status}&at=${at}`)).length;
    expect(await listAt(moments['firing']!, 'firing')).toBe(1);
    expect(await listAt(moments['acknowledged']!, 'firing')).toBe(0);
    expect(await listAt(moments['acknowledged']!, 'acknowledged')).toBe(1);
  });

  chapter('knows the rules that held then', async () => {
    const { policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [stage.ana], wait: 9 }]);
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ version: 2, steps: [{ waitMinutes: 9 }] });
    expect(await stage.ana.api.row('policies', policyId, `at=${moments['firing']}`)).toMatchObject({
      version: 1,
      steps: [{ waitMinutes: 5 }],
    });
  });

  chapter('is known of one group too: whom it had paged, and which alerts fired', async () => {
    const { id } = await stage.getGroup();
    const getLadderAt = async (moment: string) => stage.ana.api.row('ladders', id, `at=${moments[moment]}`);
    const listStates = async (query: string) => (await stage.ana.api.row('alerts', id, query)).alerts.map(({ state }) => state);
    expect(await getLadderAt('firing')).toMatchObject({
      state: 'climbing',
      pages: [{ state: expect.not.stringMatching('cancelled') as string }],
    });
    expect(await getLadderAt('acknowledged')).toMatchObject({ state: 'stopped', because: 'acknowledged', pages: [{}] });
    expect(await listStates(`at=${moments['firing']}`)).toEqual(['firing']);
    expect(await listStates('')).toEqual(['resolved']);
    expect(await stage.ana.api.request('GET', `/api/views/ladders/${id}?at=${moments['before']}`)).toMatchObject({ status: 404 });
  });

  chapter('pages in what came before a mark, and refuses one that is none', async () => {
    const { id } = await stage.getGroup();
    const { alerts } = await stage.ana.api.row('alerts', id);
    const countBefore = async (mark: string) => (await stage.ana.api.row('alerts', id, `before=${mark}`)).alerts.length;
    expect([await countBefore(`${alerts[0]!.place + 1}`), await countBefore(`${alerts[0]!.place}`)]).toEqual([1, 0]);
    const refusal = { status: 400, body: { code: 'request.bad_cursor' } };
    expect(await stage.ana.api.request('GET', `/api/views/alerts/${id}?before=soon`)).toMatchObject(refusal);
    const unsupported = { body: { code: 'request.not_supported_here' } };
    expect(await stage.ana.api.request('GET', `/api/views/alertGroups/${id}?before=1`)).toMatchObject(unsupported);
    expect(await stage.ana.api.request('GET', `/api/views/ladders?at=${moments['firing']}`)).toMatchObject(unsupported);
  });

  chapter('refuses a moment that is none', async () => {
    expect(await stage.ana.api.request('GET', '/api/views/alertGroups?at=yesterday')).toMatchObject({
      status: 422,
      body: { code: 'request.invalid' },
    });
  });
});
