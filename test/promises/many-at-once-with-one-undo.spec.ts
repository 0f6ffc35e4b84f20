// cluster: short, many appends
import { story } from '@tocsin/testing/stage/story.js';
import type { BulkAnswer } from '@tocsin/contracts/http.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const runBulk = async (act: string, groupIds: readonly string[], key?: string) =>
  stage.ana.api.request<BulkAnswer>('POST', '/api/bulk', { act, groupIds }, key ? { 'idempotency-key': key } : {});

story('an act on many alert groups', (chapter) => {
  chapter('is done or refused for each by itself', async () => {
    for (const key of ['a', 'b', 'c']) await stage.generic({ summary: `Trouble ${key}`, key });
    const ids = (await stage.listGroups()).map(({ id }) => id);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: ids[2]! });
    const { status, body } = await runBulk('AcknowledgeAlertGroup', ids, 'bulk-1');
    expect(status).toBe(202);
    expect(body.results).toMatchObject([
      { groupId: ids[0], accepted: {} },
      { groupId: ids[1], accepted: {} },
      { groupId: ids[2], problem: { code: 'alert_group.already_resolved' } },
    ]);
    const after = await stage.ana.api.list('alertGroups', `sort=number&after=${body.token}`);
    expect(after.map((group) => group.status)).toEqual(['acknowledged', 'acknowledged', 'resolved']);
    expect((await runBulk('AcknowledgeAlertGroup', ids, 'bulk-1')).body.results[0]).toEqual(body.results[0]);
  });

  chapter('is undone as one, and no one is paged within ten seconds', async () => {
    const ids = (await stage.listGroups()).slice(0, 2).map(({ id }) => id);
    await stage.settleFully();
    const before = stage.ana.ringCount;
    await runBulk('UnacknowledgeAlertGroup', ids);
    await stage.advance('PT9S');
    expect(stage.ana.ringCount).toBe(before);
    expect((await stage.listGroups()).map(({ status }) => status)).toEqual(['firing', 'firing', 'resolved']);
    await stage.advance('PT1S');
    // pages due together are one message
    expect(stage.ana.ringCount).toBe(before + 1);
    expect(stage.ana.phone.pages.slice(-2).map(({ groupId }) => groupId)).toEqual(ids);
  });

  chapter('of which a resolve is undone gives each back to the person who had it', async () => {
    const bo = await stage.addPerson('Bo');
    const ids = (await stage.listGroups()).slice(0, 2).map(({ id }) => id);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: ids[0]! });
    await bo.api.run('AcknowledgeAlertGroup', { groupId: ids[1]! });
    await runBulk('ResolveAlertGroup', ids);
    const undo = { act: 'ReopenAlertGroup', groupIds: ids, asBefore: true };
    expect(await stage.ana.api.request('POST', '/api/bulk', undo)).toMatchObject({ status: 202 });
    const holders = (await stage.listGroups()).slice(0, 2).map(({ holder }) => holder);
    expect(holders).toMatchObject([{ personId: stage.ana.personId }, { personId: bo.personId }]);
  });

  chapter('takes at most 200, and only acts that can be undone', async () => {
    const [first] = await stage.listGroups();
    expect(
      await runBulk(
        'AcknowledgeAlertGroup',
        Array.from({ length: 201 }, () => first!.id),
      ),
    ).toMatchObject({ status: 422 });
    expect(await runBulk('AcknowledgeAlertGroup', [])).toMatchObject({ status: 422 });
    expect(await runBulk('AddNote', [first!.id])).toMatchObject({ status: 422 });
  });
});
