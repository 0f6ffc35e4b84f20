import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
let dan: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
  cleo = await stage.person('Cleo');
  dan = await stage.person('Dan');
  await stage.policy([{ page: [bo], wait: 5 }, { page: [dan] }]);
});
afterAll(() => stage.close());

story('a person named in a policy', (chapter) => {
  chapter('is not disabled just so: the answer lists where they stand', async () => {
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    expect(bo.rang).toBe(1);
    const refused = await stage.ana.api.expectRefusal('DisablePerson', { personId: bo.personId });
    expect(refused).toMatchObject({
      status: 409,
      code: 'person.stands',
      inTheWay: [{ kind: 'policy', id: stage.made.policyId, teamId: stage.made.teamId, name: 'Default' }],
    });
    expect(await stage.ana.api.row('people', bo.personId)).toMatchObject({ state: 'active' });
  });

  chapter('is replaced immediately: in the policy, and in escalations of the previous version', async () => {
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, replacementId: cleo.personId });
    await stage.settle();
    const { version, steps } = await stage.ana.api.row('policies', stage.made.policyId);
    expect([version, steps[0]!.targets]).toEqual([3, [{ kind: 'person', personId: cleo.personId }]]);
    expect([bo.rang, cleo.rang, dan.rang]).toEqual([1, 1, 0]);
    const { id } = await stage.group();
    expect(await stage.pagesOf(id, bo)).toMatchObject([{ state: 'cancelled', reason: 'delivery.person_disabled' }]);
    expect(await stage.ana.api.row('people', bo.personId)).toMatchObject({ state: 'disabled', replacedById: cleo.personId });
  });

  chapter('is answered for by the one in their place', async () => {
    const groupId = (await stage.group()).id;
    await cleo.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.group()).toMatchObject({ status: 'acknowledged', holder: { personId: cleo.personId } });
  });

  chapter('leaves a gap when that is said: their step is empty, and the next is called at once', async () => {
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId, leaveGaps: true });
    await stage.settle();
    expect(await stage.group()).toMatchObject({ status: 'firing', holder: null });
    expect(dan.rang).toBe(1);
    expect((await stage.ana.api.row('policies', stage.made.policyId)).version).toBe(3);
    const { rungs } = await stage.ladder((await stage.group()).id);
    expect(rungs.at(-2)).toMatchObject({ step: 1, empty: true });
  });

  chapter('survives a kill right after the yes: the place is taken all the same', async () => {
    const eve = await stage.person('Eve');
    await stage.ana.api.run('DisablePerson', { personId: dan.personId, replacementId: eve.personId });
    await stage.restart('SIGKILL');
    await stage.settle();
    const { steps } = await stage.ana.api.row('policies', stage.made.policyId);
    expect(steps[1]!.targets).toEqual([{ kind: 'person', personId: eve.personId }]);
    // one page; its message is sent again where the kill came before its answer: rather twice than never
    expect(new Set(eve.phone.pages.map(({ pageId }) => pageId)).size).toBe(1);
  });
});
