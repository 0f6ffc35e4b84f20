import { story } from '@tocsin/testing/stage/story.js';
import { v7 } from 'uuid';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let searchId = '';
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo', { isInTeam: false });
  await stage.setPolicy([{ page: [stage.ana] }]);
  await stage.integration('generic');
  searchId = v7();
  await stage.ana.api.run('CreateTeam', { teamId: searchId, name: 'Search' });
  await stage.ana.api.run('AddTeamMember', { teamId: searchId, personId: bo.personId, role: 'manager' });
  await stage.settle();
});
afterAll(() => stage.close());

const objectNamed = (name: string) => expect.objectContaining({ name });

story('a policy', (chapter) => {
  chapter('does not go while services use it, and the answer lists them', async () => {
    const { teamId, policyId, serviceId } = stage.setUpAnswer;
    expect(await stage.ana.api.expectRefusal('RemovePolicy', { teamId, policyId })).toMatchObject({
      status: 409,
      code: 'policy.in_use',
      inTheWay: [{ kind: 'service', id: serviceId, teamId, name: 'Production' }],
    });
  });

  chapter('goes once all its services were given another, by one command', async () => {
    const { teamId, policyId, serviceId } = stage.setUpAnswer;
    const secondId = v7();
    const steps = [{ targets: [{ kind: 'person' as const, personId: stage.ana.personId }], waitMinutes: 5 }];
    await stage.ana.api.run('CreatePolicy', { teamId, policyId: secondId, name: 'Second', steps });
    await stage.ana.api.run('MoveAllToPolicy', { teamId, policyId, toPolicyId: secondId });
    await stage.ana.api.run('RemovePolicy', { teamId, policyId });
    await stage.settle();
    expect(await stage.ana.api.row('services', serviceId)).toMatchObject({ policyId: secondId, version: 2 });
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ removed: true });
  });

  chapter('a team does not go while it owns something, and the answer lists that', async () => {
    const { teamId } = stage.setUpAnswer;
    const { code, inTheWay } = (await stage.ana.api.expectRefusal('RemoveTeam', { teamId })) as {
      code: string;
      inTheWay?: readonly unknown[];
    };
    expect(code).toBe('team.in_use');
    expect(inTheWay).toEqual([objectNamed('Production'), objectNamed('Second')]);
  });

  chapter(
    'a team goes once all it owned was moved to another, by one command, also when the server is killed right after the yes',
    async () => {
      const { teamId, serviceId, integrationId } = stage.setUpAnswer;
      await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
      await stage.ana.api.run('MoveAllToTeam', { teamId, toTeamId: searchId });
      await stage.restart('SIGKILL');
      await stage.settle();
      const { api } = stage.ana;
      expect(await api.row('services', serviceId)).toMatchObject({ teamId: searchId });
      expect(await api.row('integrations', integrationId)).toMatchObject({ teamId: searchId });
      await api.run('RemoveTeam', { teamId });
      expect(await api.row('teams', teamId)).toMatchObject({ removed: true, members: [] });
    },
  );

  chapter('a team took its open alert groups with it: the managers of the new team answer for them', async () => {
    const groupId = (await stage.getGroup()).id;
    await stage.advance('PT30M');
    expect((await stage.pagesOf(groupId, bo)).map(({ cause }) => cause.kind)).toContain('exhausted');
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
  });

  chapter('a team took its keys with it: what arrives opens groups of the new team, by the same policy', async () => {
    const before = stage.ana.ringCount;
    await stage.generic({ summary: 'After the move', key: 'after' });
    expect(stage.ana.ringCount).toBe(before + 1);
    expect(await stage.getGroup(2)).toMatchObject({ teamId: searchId });
  });

  chapter('a team can’t be moved to a removed team, to itself, or to a team that another person manages', async () => {
    const { teamId } = stage.setUpAnswer;
    expect(await stage.ana.api.expectRefusal('MoveAllToTeam', { teamId: searchId, toTeamId: teamId })).toMatchObject({
      code: 'team.not_found',
    });
    expect(await stage.ana.api.expectRefusal('MoveAllToTeam', { teamId: searchId, toTeamId: searchId })).toMatchObject({
      code: 'team.same',
    });
    const thirdTeamId = v7();
    await stage.ana.api.run('CreateTeam', { teamId: thirdTeamId, name: 'Third' });
    expect(await bo.api.expectRefusal('MoveAllToTeam', { teamId: searchId, toTeamId: thirdTeamId })).toMatchObject({
      code: 'permission.denied',
    });
    expect(await bo.api.expectRefusal('RemoveTeam', { teamId: searchId })).toMatchObject({ code: 'permission.denied' });
  });
});
