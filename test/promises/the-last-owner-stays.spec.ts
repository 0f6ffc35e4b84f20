import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let adam: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo', { role: 'owner', isInTeam: false });
  adam = await stage.addPerson('Adam', { role: 'admin', isInTeam: false });
});
afterAll(() => stage.close());

const toMemberChange = (personId: string) => ({ personId, role: 'member' as const });

story('owners', (chapter) => {
  chapter('are made, unmade and disabled by owners alone', async () => {
    expect(await adam.api.expectRefusal('ChangePersonRole', { personId: adam.personId, role: 'owner' })).toMatchObject({ status: 403 });
    expect(await adam.api.expectRefusal('InvitePerson', { name: 'X', email: 'x@example.org', role: 'owner' })).toMatchObject({
      status: 403,
    });
    expect(await adam.api.expectRefusal('ChangePersonRole', toMemberChange(bo.personId))).toMatchObject({
      status: 403,
      code: 'permission.denied',
    });
    expect(await adam.api.expectRefusal('DisablePerson', { personId: bo.personId, leaveGaps: true })).toMatchObject({ status: 403 });
  });

  chapter('who make each other something else at the same moment: exactly one does', async () => {
    const answers = await Promise.all([
      stage.ana.api.request('POST', '/api/commands/ChangePersonRole', toMemberChange(bo.personId)),
      bo.api.request('POST', '/api/commands/ChangePersonRole', toMemberChange(stage.ana.personId)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 403]);
    await stage.settle();
    const owners = (await adam.api.list('people')).filter(({ role, state }) => role === 'owner' && state === 'active');
    expect(owners).toHaveLength(1);
  });

  chapter('keep one: the last can be neither changed nor disabled, not by themselves', async () => {
    const owner = (await adam.api.list('people')).find(({ role }) => role === 'owner');
    const api = owner!.id === bo.personId ? bo.api : stage.ana.api;
    expect(await api.expectRefusal('ChangePersonRole', toMemberChange(owner!.id))).toMatchObject({
      status: 409,
      code: 'person.last_owner',
    });
    expect(await api.expectRefusal('DisablePerson', { personId: owner!.id, leaveGaps: true })).toMatchObject({ code: 'person.last_owner' });
  });

  chapter('an auditor reads addresses in clear beside their role, and changes nothing by it', async () => {
    const owner = (await adam.api.list('people')).find(({ role }) => role === 'owner');
    const other = owner!.id === bo.personId ? stage.ana : bo;
    expect((await other.api.row('people', adam.personId)).email).toBe('');
    await adam.api.run('MakeAuditor', { personId: other.personId });
    expect(await stage.ana.api.row('people', other.personId)).toMatchObject({ auditor: true });
    expect(await other.api.expectRefusal('InvitePerson', { name: 'X', email: 'x@example.org' })).toMatchObject({ status: 403 });
    await adam.api.run('EndAuditor', { personId: other.personId });
    expect(await other.api.row('people', other.personId)).toMatchObject({ auditor: false });
  });
});
