import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Bo manages a team of his own, and has no role in the team that owns the firing service. */
let stage: Stage;
let bo: Player;
let own: { readonly teamId: string; readonly policyId: string; readonly serviceId: string };
const idsOf = async (type: 'CreateTeam' | 'CreatePolicy' | 'CreateService', data: never): Promise<Record<string, string>> =>
  (await stage.ana.api.run(type, data)).says as Record<string, string>;

const service = (more: object) => ({
  name: 'Mine',
  description: '',
  policyId: own.policyId,
  urgencyRule: 'by_severity' as const,
  ...more,
});
const steps = () => [{ targets: [{ kind: 'person' as const, personId: bo.personId }], waitMinutes: 5, notifyOthersStill: false }];

beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo', { team: false });
  const { teamId } = await idsOf('CreateTeam', { name: 'Other' } as never);
  await stage.ana.api.run('AddTeamMember', { teamId: teamId!, personId: bo.personId, role: 'manager' });
  await stage.settle();
  const { policyId } = (await bo.api.run('CreatePolicy', { teamId: teamId!, name: 'Mine', steps: steps(), repeats: 0 })).says as Record<
    string,
    string
  >;
  own = { teamId: teamId!, policyId: policyId!, serviceId: '' };
  const { serviceId } = (await bo.api.run('CreateService', service({ teamId }) as never)).says as Record<string, string>;
  own = { ...own, serviceId: serviceId! };
  await stage.settle();
});
afterAll(() => stage.close());

describe('a manager of one team', () => {
  const tries: readonly (readonly [CommandType, () => object])[] = [
    ['CreateService', () => service({ name: 'Taken', teamId: own.teamId, serviceId: stage.made.serviceId })],
    [
      'CreateIntegration',
      () => ({ teamId: own.teamId, serviceId: own.serviceId, integrationId: stage.made.integrationId, name: 'Taken', kind: 'generic' }),
    ],
    ['CreatePolicy', () => ({ teamId: own.teamId, policyId: stage.made.policyId, name: 'Taken', steps: steps(), repeats: 0 })],
  ];
  it.each(tries)('takes nothing of another team by %s under its id', async (type, data) => {
    const { serviceId, integrationId, policyId } = stage.made;
    const rows = () =>
      Promise.all([
        stage.ana.api.row('services', serviceId),
        stage.ana.api.row('integrations', integrationId),
        stage.ana.api.row('policies', policyId),
      ]);
    const before = await rows();
    expect(await bo.api.expectRefusal(type, data() as never)).toMatchObject({ status: 409, code: 'conflict.revision' });
    await stage.settle();
    expect(await rows()).toEqual(before);
  });
});
