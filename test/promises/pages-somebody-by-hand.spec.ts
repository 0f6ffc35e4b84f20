import { story } from '@tocsin/testing/stage/story.js';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { v7 } from 'uuid';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
});
afterAll(() => stage.close());

story('paging a person manually', (chapter) => {
  chapter('rings them, names who asked, and goes on until they answer', async () => {
    const { says } = await stage.ana.api.run('PageSomeone', { title: 'Come and look at the payments', personIds: [bo.personId] });
    await stage.settle();
    expect(says).toMatchObject({ number: 1 });
    expect(bo.phone.pages).toMatchObject([
      { number: 1, title: 'Come and look at the payments', urgency: 'high', cause: { kind: 'person', by: stage.ana.personId } },
    ]);
    await stage.advance('PT5M');
    expect(bo.ringCount).toBe(2);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: String(says['groupId']) });
    await stage.advance('PT19M');
    expect(bo.ringCount).toBe(2);
  });

  chapter('for an alert group pages them even if it is acknowledged, until they answer', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    const before = bo.ringCount;
    await stage.ana.api.run('AddResponder', { groupId, personId: bo.personId });
    await stage.settle();
    expect(bo.ringCount).toBe(before + 1);
    const [page] = await stage.pagesOf(groupId, bo);
    await bo.api.run('AnswerPage', { groupId, pageId: page!.pageId });
    expect(await stage.pagesOf(groupId, bo)).toMatchObject([{ state: 'answered' }]);
    expect(await stage.getGroup(2)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
  });

  chapter('refuses whom nothing can reach, and says so', async () => {
    const cleo = await stage.tocsin.join(stage.ana.api, 'Cleo');
    const { id: groupId } = await stage.getGroup(2);
    expect(await stage.ana.api.expectRefusal('AddResponder', { groupId, personId: cleo.personId })).toMatchObject({
      code: 'person.not_reachable',
    });
  });

  chapter('under the id of an alert group that is there is refused: nobody would be rung', async () => {
    const { id: groupId } = await stage.getGroup(2);
    const before = bo.ringCount;
    const idTakenProblem = { status: 409, code: 'alert_group.id_taken', errors: [{ path: 'groupId' }] };
    expect(await stage.ana.api.expectRefusal('PageSomeone', { groupId, title: 'Come', personIds: [bo.personId] })).toMatchObject(
      idTakenProblem,
    );
    expect(await stage.ana.api.expectRefusal('SendTestAlert', { groupId, serviceId: stage.setUpAnswer.serviceId })).toMatchObject(
      idTakenProblem,
    );
    await stage.settle();
    expect(bo.ringCount).toBe(before);
    const newPageFields = { groupId: v7(), title: 'The till is slow', personIds: [bo.personId] };
    const answers = await Promise.all(
      [1, 2].map(() => stage.ana.api.request<{ code?: string }>('POST', '/api/commands/PageSomeone', newPageFields)),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([202, 'alert_group.id_taken']);
    await stage.settle();
    expect(bo.ringCount).toBe(before + 1);
    expect((await stage.ana.api.row('alertGroups', newPageFields.groupId)).number).toBe(3);
    await bo.api.run('ResolveAlertGroup', { groupId: newPageFields.groupId });
  });

  chapter('under one key opens one group and says so again, also when the answers that were kept are lost', async () => {
    const before = bo.ringCount;
    const namedPage = { title: 'Once', personIds: [bo.personId], groupId: v7() };
    const unnamedPage = { title: 'Once more', personIds: [bo.personId] };
    const ask = (body: object, key: string) =>
      stage.ana.api.request<{ says: { groupId: string; number: number } }>('POST', '/api/commands/PageSomeone', body, {
        'idempotency-key': key,
      });
    const first = [await ask(namedPage, 'key-1'), await ask(unnamedPage, 'key-2')];
    await stage.settle();
    await stage.tocsin.stop();
    const sideDatabase = new Database(join(stage.tocsin.data, 'side', 'side.db'));
    expect(sideDatabase.prepare('DELETE FROM kept_answers').run().changes).toBeGreaterThan(1);
    sideDatabase.close();
    await stage.restart();
    const repeatAnswers = [await ask(namedPage, 'key-1'), await ask(unnamedPage, 'key-2')];
    expect(repeatAnswers.map(({ status }) => status)).toEqual([202, 202]);
    const groupsOf = (answers: typeof first) => answers.map(({ body: { says } }) => [says.groupId, says.number]);
    expect(groupsOf(repeatAnswers)).toEqual(groupsOf(first));
    await stage.settle();
    expect(bo.ringCount).toBe(before + 2);
    for (const [groupId] of groupsOf(first)) await bo.api.run('ResolveAlertGroup', { groupId: String(groupId) });
  });

  chapter('through a service runs its policy', async () => {
    const { serviceId } = stage.setUpAnswer;
    await bo.api.run('PageSomeone', { title: 'The shop is slow', serviceId });
    await stage.settle();
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ title: 'The shop is slow', number: 6, service: 'Production' });
  });
});
