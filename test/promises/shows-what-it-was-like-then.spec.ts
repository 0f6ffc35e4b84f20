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
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
    moments['acknowledged'] = await stage.advance('PT1M');
    await stage.advance('PT1M');
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await stage.advance('P2D');
    const then = async (moment: string) => (await stage.ana.api.list('alertGroups', `at=${moments[moment]}`)).map(({ status }) => status);
    expect(await then('before')).toEqual([]);
    expect(await then('firing')).toEqual(['firing']);
    expect(await then('acknowledged')).toEqual(['acknowledged']);
    expect(await stage.group()).toMatchObject({ status: 'resolved' });
  });

  chapter('is found by filters as it was then', async () => {
    const found = async (at: string, status: string) => (await stage.ana.api.list('alertGroups', `where.status=${status}&at=${at}`)).length;
    expect(await found(moments['firing']!, 'firing')).toBe(1);
    expect(await found(moments['acknowledged']!, 'firing')).toBe(0);
    expect(await found(moments['acknowledged']!, 'acknowledged')).toBe(1);
  });

  chapter('knows the rules that held then', async () => {
    const { policyId } = stage.made;
    await stage.policy([{ page: [stage.ana], wait: 9 }]);
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ version: 2, steps: [{ waitMinutes: 9 }] });
    expect(await stage.ana.api.row('policies', policyId, `at=${moments['firing']}`)).toMatchObject({
      version: 1,
      steps: [{ waitMinutes: 5 }],
    });
  });

  chapter('is known of one group too: whom it had paged, and which alerts fired', async () => {
    const { id } = await stage.group();
    const ladder = async (moment: string) => stage.ana.api.row('ladders', id, `at=${moments[moment]}`);
    const states = async (query: string) => (await stage.ana.api.row('alerts', id, query)).alerts.map(({ state }) => state);
    expect(await ladder('firing')).toMatchObject({
      state: 'climbing',
      pages: [{ state: expect.not.stringMatching('cancelled') as string }],
    });
    expect(await ladder('acknowledged')).toMatchObject({ state: 'stopped', because: 'acknowledged', pages: [{}] });
    expect(await states(`at=${moments['firing']}`)).toEqual(['firing']);
    expect(await states('')).toEqual(['resolved']);
    expect(await stage.ana.api.request('GET', `/api/views/ladders/${id}?at=${moments['before']}`)).toMatchObject({ status: 404 });
  });

  chapter('pages in what came before a mark, and refuses one that is none', async () => {
    const { id } = await stage.group();
    const { alerts } = await stage.ana.api.row('alerts', id);
    const before = async (mark: string) => (await stage.ana.api.row('alerts', id, `before=${mark}`)).alerts.length;
    expect([await before(`${alerts[0]!.place + 1}`), await before(`${alerts[0]!.place}`)]).toEqual([1, 0]);
    const refused = { status: 400, body: { code: 'request.bad_cursor' } };
    expect(await stage.ana.api.request('GET', `/api/views/alerts/${id}?before=soon`)).toMatchObject(refused);
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
