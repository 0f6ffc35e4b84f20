import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
let dan: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  dan = await stage.addPerson('Dan');
  await stage.setPolicy([{ page: [bo], wait: 5 }, { page: [dan] }]);
});
afterAll(() => stage.close());

story('a person named in a policy', (chapter) => {
  chapter('is not disabled just so: the answer lists where they stand', async () => {
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    expect(bo.ringCount).toBe(1);
    const refusal = await stage.ana.api.expectRefusal('DisablePerson', { personId: bo.personId });
    expect(refusal).toMatchObject({
      status: 409,
      code: 'person.stands',
      inTheWay: [{ kind: 'policy', id: stage.setUpAnswer.policyId, teamId: stage.setUpAnswer.teamId, name: 'Default' }],
    });
    expect(await stage.ana.api.row('people', bo.personId)).toMatchObject({ state: 'active' });
  });

  chapter('is replaced immediately: in the policy, and in escalations of the previous version', async () => {
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, replacementId: cleo.personId });
    await stage.settle();
    const { version, steps } = await stage.ana.api.row('policies', stage.setUpAnswer.policyId);
    expect([version, steps[0]!.targets]).toEqual([3, [{ kind: 'person', personId: cleo.personId }]]);
    expect([bo.ringCount, cleo.ringCount, dan.ringCount]).toEqual([1, 1, 0]);
    const { id } = await stage.getGroup();
    expect(await stage.pagesOf(id, bo)).toMatchObject([{ state: 'cancelled', reason: 'delivery.person_disabled' }]);
    expect(await stage.ana.api.row('people', bo.personId)).toMatchObject({ state: 'disabled', replacedById: cleo.personId });
  });

  chapter('is answered for by the one in their place', async () => {
    const groupId = (await stage.getGroup()).id;
    await cleo.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId: cleo.personId } });
  });

  chapter('leaves a gap when that is said: their step is empty, and the next is called at once', async () => {
    await stage.ana.api.run('DisablePerson', { personId: cleo.personId, leaveGaps: true });
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
    expect(dan.ringCount).toBe(1);
    expect((await stage.ana.api.row('policies', stage.setUpAnswer.policyId)).version).toBe(3);
    const { rungs } = await stage.getLadder((await stage.getGroup()).id);
    expect(rungs.at(-2)).toMatchObject({ step: 1, empty: true });
  });

  chapter('survives a kill right after the yes: the place is taken all the same', async () => {
    const eve = await stage.addPerson('Eve');
    await stage.ana.api.run('DisablePerson', { personId: dan.personId, replacementId: eve.personId });
    await stage.restart('SIGKILL');
    await stage.settle();
    const { steps } = await stage.ana.api.row('policies', stage.setUpAnswer.policyId);
    expect(steps[1]!.targets).toEqual([{ kind: 'person', personId: eve.personId }]);
    // one page; its message is sent again where the kill came before its answer: rather twice than never
    expect(new Set(eve.phone.pages.map(({ pageId }) => pageId)).size).toBe(1);
  });
});
