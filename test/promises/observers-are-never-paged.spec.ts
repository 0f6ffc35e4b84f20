import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let zoe: Player;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  zoe = await stage.addPerson('Zoe', { role: 'observer', isInTeam: false });
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
});
afterAll(() => stage.close());

describe('an observer', () => {
  it('can’t be put into a policy, which says why', async () => {
    const { teamId, policyId } = stage.setUpAnswer;
    const { version, name, repeats } = await stage.ana.api.row('policies', policyId);
    const steps = [{ targets: [{ kind: 'person' as const, personId: zoe.personId }], waitMinutes: 5, notifyOthersStill: false }];
    const refusal = await stage.ana.api.expectRefusal('ChangePolicy', { teamId, policyId, version, name, repeats, steps });
    expect(refusal).toMatchObject({ code: 'person.observes', errors: [{ path: 'steps.0.targets.0.personId' }] });
  });

  it('tries out their own phone all the same', async () => {
    await zoe.api.run('SendTestAlert', { serviceId: null, contactMethodId: zoe.methodId });
    await stage.settle();
    expect(zoe.phone.pages.at(-1)).toMatchObject({ test: true });
  });
});

story('an observer', (chapter) => {
  const role = { role: 'observer' } as const;

  chapter('can’t be paged by hand, nor be called in', async () => {
    const { personId } = zoe;
    const page = { title: 'Look at this', urgency: 'high' as const, serviceId: null, personIds: [personId] };
    expect(await stage.ana.api.expectRefusal('PageSomeone', page)).toMatchObject({ code: 'person.observes' });
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    const { id: groupId } = await stage.getGroup();
    expect(await stage.ana.api.expectRefusal('AddResponder', { groupId, personId })).toMatchObject({ code: 'person.observes' });
    expect(zoe.ringCount).toBe(0);
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  });

  chapter('and a person who is made one is not while a policy pages them: the answer lists where they stand', async () => {
    await stage.setPolicy([{ page: [bo], wait: 30 }, { page: [stage.ana] }]);
    const refusal = await stage.ana.api.expectRefusal('ChangePersonRole', { personId: bo.personId, ...role });
    expect(refusal).toMatchObject({ status: 409, code: 'person.stands', inTheWay: [{ kind: 'policy', id: stage.setUpAnswer.policyId }] });
  });

  chapter(
    'and a person who is made one leaves immediately: their pages stop, the replacement takes over, and they are in no team',
    async () => {
      await stage.generic({ summary: 'The queue is long', key: 'queue' });
      expect(bo.ringCount).toBe(1);
      await stage.ana.api.run('ChangePersonRole', { personId: bo.personId, ...role, replacementId: cleo.personId });
      await stage.settle();
      expect(cleo.ringCount).toBe(1);
      const { id } = (await stage.listGroups()).at(-1)!;
      expect(await stage.pagesOf(id, bo)).toMatchObject([{ state: 'cancelled', reason: 'delivery.person_observes' }]);
      const { steps } = await stage.ana.api.row('policies', stage.setUpAnswer.policyId);
      expect(steps[0]!.targets).toEqual([{ kind: 'person', personId: cleo.personId }]);
      const { members } = await stage.ana.api.row('teams', stage.setUpAnswer.teamId);
      expect(members.map(({ personId }) => personId)).not.toContain(bo.personId);
    },
  );

  chapter('and a person who is made one holds nothing any more: it fires again', async () => {
    const { id: groupId } = (await stage.listGroups()).at(-1)!;
    await cleo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    await stage.ana.api.run('ChangePersonRole', { personId: cleo.personId, ...role, leaveGaps: true });
    await stage.settle();
    expect((await stage.listGroups()).at(-1)).toMatchObject({ status: 'firing', holder: null });
    expect([cleo.ringCount, stage.ana.ringCount]).toEqual([1, 2]);
  });
});
