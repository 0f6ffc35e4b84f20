import type { CommandInput, CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let teamId: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ teamId } = stage.setUpAnswer);
});
afterAll(() => stage.close());

interface Sent {
  readonly type: CommandType;
  readonly data: unknown;
}
const command = <T extends CommandType>(type: T, data: CommandInput<T>): Sent => ({ type, data });

/** Sends all of them before any is answered: which were accepted, and why the others were not. */
const sendTogether = async (commands: readonly Sent[]): Promise<readonly string[]> => {
  const answers = await Promise.all(
    commands.map(({ type, data }) => stage.ana.api.request<CommandAccepted | Problem>('POST', `/api/commands/${type}`, data)),
  );
  return answers.map(({ body }) => ('code' in body ? body.code : 'accepted'));
};
const idOf = async <T extends CommandType>(type: T, data: CommandInput<T>, name: string): Promise<string> =>
  String((await stage.ana.api.run(type, data)).says[name]);

const rounds = 5;
let last = 0;
const unique = (name: string): string => `${name} ${(last += 1)}`;
type Target = CommandInput<'CreatePolicy'>['steps'][number]['targets'][number];
const policyFor = (target: Target): Sent =>
  command('CreatePolicy', {
    teamId,
    name: unique('Policy'),
    steps: [{ targets: [target], waitMinutes: 5, notifyOthersStill: false }],
    repeats: 0,
  });
const invite = (): Promise<string> => {
  const name = unique('Bo');
  return idOf('InvitePerson', { name, email: `${name.replace(' ', '.')}@example.org` }, 'personId');
};
const createTeam = (): Promise<string> => idOf('CreateTeam', { name: unique('Team'), description: '' }, 'teamId');
const createSchedule = (): Promise<string> =>
  idOf('CreateSchedule', { teamId, name: unique('Schedule'), timeZone: 'Europe/Berlin' }, 'scheduleId');

/** Pairs of which only one may be accepted. */
const pairs: Readonly<Record<string, () => Promise<readonly Sent[]>>> = {
  'disabling a person, and a policy that names them': async () => {
    const personId = await invite();
    return [command('DisablePerson', { personId, leaveGaps: false }), policyFor({ kind: 'person', personId })];
  },
  'disabling a person, and a rotation with them': async () => {
    const personId = await invite();
    const layer = layerOf({ anchor: '2026-11-16T09:00', turns: [{ personId }] });
    return [
      command('DisablePerson', { personId, leaveGaps: false }),
      command('CreateSchedule', { teamId, name: unique('Schedule'), timeZone: 'Europe/Berlin', layers: [layer] }),
    ];
  },
  'removing a team, and a policy of another team that pages it': async () => {
    const pagedTeamId = await createTeam();
    return [command('RemoveTeam', { teamId: pagedTeamId }), policyFor({ kind: 'team', teamId: pagedTeamId })];
  },
  'removing a team, and a token for it': async () => {
    const tokenTeamId = await createTeam();
    const token = { name: unique('Robot'), scopes: ['read'], teamId: tokenTeamId } as const;
    return [command('RemoveTeam', { teamId: tokenTeamId }), command('IssueServiceToken', { ...token, scopes: [...token.scopes] })];
  },
  'removing a schedule, and a policy that pages by it': async () => {
    const scheduleId = await createSchedule();
    return [command('RemoveSchedule', { teamId, scheduleId }), policyFor({ kind: 'schedule', scheduleId })];
  },
  'three teams of one name': async () => {
    const name = unique('Payments');
    return [name, name, name.toUpperCase()].map((each) => command('CreateTeam', { name: each, description: '' }));
  },
};

describe('of commands that exclude each other and are sent together, one is accepted', () => {
  it.each(Object.keys(pairs))('%s', async (about) => {
    for (let round = 0; round < rounds; round += 1) {
      const commands = await pairs[about]!();
      // either order: which one comes first is not promised
      const outcomes = await sendTogether(round % 2 === 0 ? commands : commands.toReversed());
      expect([outcomes, outcomes.filter((one) => one === 'accepted').length]).toEqual([outcomes, 1]);
    }
  });
});
