import type { RevertReach } from '@tocsin/contracts/revert-reach.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([
    { page: [stage.ana], wait: 5 },
    { page: [bo], wait: 5 },
  ]);
});
afterAll(() => stage.close());

story('editing a policy', (chapter) => {
  chapter('does not change what is climbed already: the version is pinned', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.setPolicy([{ page: [cleo], wait: 1 }]);
    await stage.advance('PT5M');
    expect([bo.ringCount, cleo.ringCount]).toEqual([1, 0]);
    expect(await stage.getLadder((await stage.getGroup()).id)).toMatchObject({ policy: { version: 2 } });
    await stage.generic({ summary: 'New', key: 'new' });
    expect(cleo.ringCount).toBe(1);
    expect(await stage.getLadder((await stage.getGroup(2)).id)).toMatchObject({ policy: { version: 3 } });
  });

  chapter('by two at once refuses the second, who had not seen the first', async () => {
    const { teamId, policyId } = stage.setUpAnswer;
    const { name, version, steps } = await stage.ana.api.row('policies', policyId);
    const edit = (waitMinutes: number) => ({ teamId, policyId, version, name, steps: steps.map((step) => ({ ...step, waitMinutes })) });
    await stage.ana.api.run('ChangePolicy', edit(7));
    expect(await stage.ana.api.expectRefusal('ChangePolicy', edit(9))).toMatchObject({
      status: 409,
      code: 'conflict.revision',
      params: { name: 'Default' },
    });
    await stage.settle();
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ version: version + 1, steps: [{ waitMinutes: 7 }] });
  });

  chapter('can be looked at before it is reverted: who would be paged instead, as of an event, and nothing is changed', async () => {
    const { teamId, policyId, serviceId } = stage.setUpAnswer;
    const { name, version, versions } = await stage.ana.api.row('policies', policyId);
    const revert = (at: number) => ({ type: 'ChangePolicy', data: { teamId, policyId, version: at, name, steps: versions[1]!.steps } });
    const { body } = await stage.ana.api.request<RevertReach>('POST', '/api/reverts/preview', revert(version));
    const { ordinal, groups, services } = body;
    expect(groups.map(({ number }) => number)).toEqual([2, 1]);
    expect(services.map((one) => [one.serviceId, one.was[0], one.becomes.slice(0, 2)])).toEqual([
      [serviceId, cleo.personId, [stage.ana.personId, bo.personId]],
    ]);
    expect(ordinal).toBe(await stage.getHead());
    // what somebody else changed meanwhile is a conflict, before it is pressed
    const { status, body: problem } = await stage.ana.api.request<{ code: string }>('POST', '/api/reverts/preview', revert(version - 1));
    expect([status, problem.code]).toEqual([409, 'conflict.revision']);
    expect((await bo.api.request<{ code: string }>('POST', '/api/reverts/preview', revert(version))).body.code).toBe('permission.denied');
    expect(await stage.getHead()).toBe(ordinal);
  });

  chapter('keeps every version', async () => {
    const { versions } = await stage.ana.api.row('policies', stage.setUpAnswer.policyId);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });
});

it('editing a policy needs an existing person', async () => {
  const { teamId, policyId } = stage.setUpAnswer;
  const { name, version } = await stage.ana.api.row('policies', policyId);
  const steps = [{ targets: [{ kind: 'person' as const, personId: teamId }], waitMinutes: 5 }];
  expect(await stage.ana.api.expectRefusal('ChangePolicy', { teamId, policyId, version, name, steps })).toMatchObject({
    status: 422,
    code: 'policy.target_unknown',
    errors: [{ path: 'steps.0.targets.0.personId' }],
  });
});
