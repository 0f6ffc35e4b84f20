import { Stage, type Player } from '@tocsin/testing/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
});
afterAll(() => stage.close());

describe('paging somebody by hand', () => {
  it('rings them, names who asked, and goes on until they answer', async () => {
    const { says } = await stage.ana.api.run('PageSomeone', { title: 'Come and look at the payments', personIds: [bo.personId] });
    await stage.settle();
    expect(says).toMatchObject({ number: 1 });
    expect(bo.phone.pages).toMatchObject([
      { number: 1, title: 'Come and look at the payments', urgency: 'high', cause: { kind: 'person', by: stage.ana.personId } },
    ]);
    await stage.advance('PT5M');
    expect(bo.rang).toBe(2);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: String(says['groupId']) });
    await stage.advance('PT19M');
    expect(bo.rang).toBe(2);
  });

  it('for an alert group rings them although somebody has it, until they say that they are here', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { id: groupId } = await stage.group(2);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    const before = bo.rang;
    await stage.ana.api.run('AddResponder', { groupId, personId: bo.personId });
    await stage.settle();
    expect(bo.rang).toBe(before + 1);
    const [page] = await stage.pagesOf(groupId, bo);
    await bo.api.run('AnswerPage', { groupId, pageId: page!.pageId });
    expect(await stage.pagesOf(groupId, bo)).toMatchObject([{ state: 'answered' }]);
    expect(await stage.group(2)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
  });

  it('refuses whom nothing can reach, and says so', async () => {
    const cleo = await stage.tocsin.join(stage.ana.api, 'Cleo');
    const { id: groupId } = await stage.group(2);
    expect(await stage.ana.api.refused('AddResponder', { groupId, personId: cleo.personId })).toMatchObject({
      code: 'person.not_reachable',
    });
  });

  it('through a service runs its policy', async () => {
    const { serviceId } = stage.made;
    await bo.api.run('PageSomeone', { title: 'The shop is slow', serviceId });
    await stage.settle();
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ title: 'The shop is slow', number: 3, service: 'Production' });
  });
});
