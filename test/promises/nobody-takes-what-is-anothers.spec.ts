import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Bo manages a team of his own, and has no role in the team that owns the firing service. */
let stage: Stage;
let bo: Player;
let ownTeam: { readonly teamId: string; readonly policyId: string; readonly serviceId: string };
const idsOf = async (type: 'CreateTeam' | 'CreatePolicy' | 'CreateService', data: never): Promise<Record<string, string>> =>
  (await stage.ana.api.run(type, data)).says as Record<string, string>;

const serviceFields = (more: object) => ({
  name: 'Mine',
  description: '',
  policyId: ownTeam.policyId,
  urgencyRule: 'by_severity' as const,
  ...more,
});
const pageSteps = () => [{ targets: [{ kind: 'person' as const, personId: bo.personId }], waitMinutes: 5, notifyOthersStill: false }];

beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo', { isInTeam: false });
  const { teamId } = await idsOf('CreateTeam', { name: 'Other' } as never);
  await stage.ana.api.run('AddTeamMember', { teamId: teamId!, personId: bo.personId, role: 'manager' });
  await stage.settle();
  const { policyId } = (await bo.api.run('CreatePolicy', { teamId: teamId!, name: 'Mine', steps: pageSteps(), repeats: 0 })).says as Record<
    string,
    string
  >;
  ownTeam = { teamId: teamId!, policyId: policyId!, serviceId: '' };
  const { serviceId } = (await bo.api.run('CreateService', serviceFields({ teamId }) as never)).says as Record<string, string>;
  ownTeam = { ...ownTeam, serviceId: serviceId! };
  await stage.settle();
});
afterAll(() => stage.close());

describe('a manager of one team', () => {
  const tries: readonly (readonly [CommandType, () => object])[] = [
    ['CreateService', () => serviceFields({ name: 'Taken', teamId: ownTeam.teamId, serviceId: stage.setUpAnswer.serviceId })],
    [
      'CreateIntegration',
      () => ({
        teamId: ownTeam.teamId,
        serviceId: ownTeam.serviceId,
        integrationId: stage.setUpAnswer.integrationId,
        name: 'Taken',
        kind: 'generic',
      }),
    ],
    [
      'CreatePolicy',
      () => ({ teamId: ownTeam.teamId, policyId: stage.setUpAnswer.policyId, name: 'Taken', steps: pageSteps(), repeats: 0 }),
    ],
  ];
  it.each(tries)('takes nothing of another team by %s under its id', async (type, data) => {
    const { serviceId, integrationId, policyId } = stage.setUpAnswer;
    const readRows = () =>
      Promise.all([
        stage.ana.api.row('services', serviceId),
        stage.ana.api.row('integrations', integrationId),
        stage.ana.api.row('policies', policyId),
      ]);
    const before = await readRows();
    expect(await bo.api.expectRefusal(type, data() as never)).toMatchObject({ status: 409, code: 'conflict.revision' });
    await stage.settle();
    expect(await readRows()).toEqual(before);
  });
});
