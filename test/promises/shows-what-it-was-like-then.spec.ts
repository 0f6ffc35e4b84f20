import { Stage } from '@tocsin/testing/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

describe('the past', () => {
  const moments: Record<string, string> = {};

  it('is what the list said at that moment, whatever came after', async () => {
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

  it('is found by filters as it was then', async () => {
    const found = async (at: string, status: string) => (await stage.ana.api.list('alertGroups', `where.status=${status}&at=${at}`)).length;
    expect(await found(moments['firing']!, 'firing')).toBe(1);
    expect(await found(moments['acknowledged']!, 'firing')).toBe(0);
    expect(await found(moments['acknowledged']!, 'acknowledged')).toBe(1);
  });

  it('knows the rules that held then', async () => {
    const { policyId } = stage.made;
    await stage.policy([{ page: [stage.ana], wait: 9 }]);
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ version: 2, steps: [{ waitMinutes: 9 }] });
    expect(await stage.ana.api.row('policies', policyId, `at=${moments['firing']}`)).toMatchObject({
      version: 1,
      steps: [{ waitMinutes: 5 }],
    });
  });

  it('refuses a moment that is none', async () => {
    expect(await stage.ana.api.request('GET', '/api/views/alertGroups?at=yesterday')).toMatchObject({
      status: 422,
      body: { code: 'request.invalid' },
    });
  });
});
