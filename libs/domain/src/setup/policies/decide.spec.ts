import type { Fact } from '@tocsin/contracts/catalogue.js';
import { commands as policyCommands, type PolicyFact } from '@tocsin/contracts/policies/noun.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import { ana, bo, byBo, byOwner, bySystem, fixtureTime, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { anaJoined, boDisabled, boJoined } from '../people/facts.fixture.js';
import { serviceArchived, serviceCreated } from '../services/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { pageAna, policyChanged, policyCreated, policyId, policyRemoved, policyRules } from './facts.fixture.js';
import { replacePersonProcess } from './replace-person.process.js';
import { stepIdOf } from './step-ids.js';
import { policiesView } from './views.js';

const reads = readsAfter(anaJoined, boJoined);
const owner = { actor: byOwner, reads };
const asBo = { actor: byBo, reads };
const team = given(teamDecider, [teamCreated]);
const withPolicy = given(teamDecider, [teamCreated, policyCreated]);
const otherPolicy: Fact = { type: 'PolicyCreated', data: { teamId, policyId: idOf('91'), version: 1, ...policyRules, name: 'Second' } };

describe('creating a policy', () => {
  const command = { type: 'CreatePolicy', data: { teamId, policyId, ...policyRules } };
  const withSteps = (steps: readonly object[]) => ({ ...command, data: { ...command.data, steps } });

  it('records its first version, once', () => {
    expect(team.when(command, owner).facts()).toEqual([policyCreated]);
    expect(withPolicy.when(command, owner).nothing()).toBe(true);
    expect(given(teamDecider, [teamCreated, policyCreated, policyChanged]).when(command, owner).refusal()).toBe('conflict.revision');
  });

  it('says that low urgency waits only where it does, and stops saying it', () => {
    const waitingRules = { ...policyRules, lowWaits: true };
    const createdFact: PolicyFact = { type: 'PolicyCreated', data: { teamId, policyId, version: 1, ...waitingRules } };
    expect(team.when({ ...command, data: { ...command.data, lowWaits: true } }, owner).facts()).toEqual([createdFact]);
    const change = (lowWaits?: boolean) => ({ type: 'ChangePolicy', data: { teamId, policyId, version: 1, ...policyRules, lowWaits } });
    expect(withPolicy.when(change(false), owner).nothing()).toBe(true);
    const policyTeam = given(teamDecider, [teamCreated, createdFact]);
    expect(policyTeam.when(change(true), owner).nothing()).toBe(true);
    expect(policyTeam.when(change(), owner).facts()).toEqual([
      { type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policyRules } },
    ]);
    const { versions, ...row } = foldRows(policiesView, recordedFacts([createdFact, policyChanged])).get(policyId)!;
    expect([row.lowWaits, ...versions.map(({ lowWaits }) => lowWaits)]).toEqual([undefined, true, undefined]);
  });

  it('keeps a night budget, also one of no page, until a version has none', () => {
    const change = (nightBudget?: number, version = 1) => ({
      type: 'ChangePolicy',
      data: { teamId, policyId, version, ...policyRules, ...(nightBudget === undefined ? {} : { nightBudget }) },
    });
    const changedFact: PolicyFact = { type: 'PolicyChanged', data: { teamId, policyId, version: 2, ...policyRules, nightBudget: 0 } };
    expect(withPolicy.when(change(0), owner).facts()).toEqual([changedFact]);
    const budgeted = given(teamDecider, [teamCreated, policyCreated, changedFact]);
    expect(budgeted.when(change(0, 2), owner).nothing()).toBe(true);
    expect(budgeted.when(change(undefined, 2), owner).types()).toEqual(['PolicyChanged']);
    const withoutBudget: PolicyFact = { type: 'PolicyChanged', data: { teamId, policyId, version: 3, ...policyRules } };
    const row = foldRows(policiesView, recordedFacts([policyCreated, changedFact, withoutBudget])).get(policyId)!;
    expect([row.nightBudget, ...row.versions.map(({ nightBudget }) => nightBudget)]).toEqual([undefined, undefined, 0, undefined]);
  });

  it('takes a manager of the team', () => {
    expect(given(teamDecider, [teamCreated, boManages]).when(command, asBo).types()).toEqual(['PolicyCreated']);
    expect(team.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(command, owner).refusal()).toBe('team.not_found');
  });

  it('takes a name of its own; the name of a removed one is free', () => {
    const second = { ...command, data: { ...command.data, policyId: undefined, name: 'payments PRIMARY' } };
    expect(withPolicy.when(second, owner).refusal()).toBe('policy.name_taken');
    expect(given(teamDecider, [teamCreated, policyCreated, policyRemoved]).when(second, owner).types()).toEqual(['PolicyCreated']);
  });

  it('takes conditions that can be judged, and says which can not', () => {
    const withConditions = (conditions: object) => team.when(withSteps([pageAna, { ...pageAna, conditions }]), owner);
    const matchingLabels = (value: string) => ({ labels: [{ label: 'team', operator: '=~', value }] });
    const hours = (timeZone: string) => ({ hours: { when: 'inside', timeZone, times: [{ weekdays: [1] }] } });
    expect(withConditions({ urgency: 'high', ...hours('Europe/Berlin'), ...matchingLabels('d.|(a+)+b') }).types()).toEqual([
      'PolicyCreated',
    ]);
    expect(withConditions(hours('Europe/Atlantis')).refusal()).toBe('time_zone.unknown');
    for (const pattern of ['(', '(?=a)', '(a)\\1', '(a{100}){20}'])
      expect(withConditions(matchingLabels(pattern)).refusal()).toBe('policy.pattern_invalid');
  });

  it('pages only people who are here, and says which target is not', () => {
    const steps = [pageAna, { ...pageAna, targets: [pageAna.targets[0], { kind: 'person', personId: idOf('99') }] }];
    expect(team.when(withSteps(steps), owner).decision).toMatchObject({
      code: 'policy.target_unknown',
      path: 'steps.1.targets.1.personId',
    });
    const unknownTeam = [{ ...pageAna, targets: [{ kind: 'team', teamId: idOf('99') }] }];
    expect(team.when(withSteps(unknownTeam), owner).decision).toMatchObject({
      code: 'policy.team_unknown',
      path: 'steps.0.targets.0.teamId',
    });
    const disabled = [{ ...pageAna, targets: [{ kind: 'person', personId: bo }] }];
    expect(team.when(withSteps(disabled), { ...owner, reads: readsAfter(anaJoined, boJoined, boDisabled) }).refusal()).toBe(
      'policy.target_unknown',
    );
  });

  it('has at most ten steps', () => {
    const eleven = Array.from({ length: 11 }, () => pageAna);
    expect(team.when(withSteps(eleven), owner).refusal()).toBe('limit.policy_steps');
  });
});

describe('changing a policy', () => {
  const command = { type: 'ChangePolicy', data: { teamId, policyId, ...policyRules, version: 1, repeats: 0 } };
  const withChange = given(teamDecider, [teamCreated, policyCreated, policyChanged]);

  it('records the next version', () => {
    expect(withPolicy.when(command, owner).facts()).toEqual([policyChanged]);
    expect(withPolicy.when(command, asBo).refusal()).toBe('permission.denied');
  });

  it('does nothing the second time', () => {
    expect(withChange.when(command, owner).nothing()).toBe(true);
  });

  it('is refused when somebody else changed it in the meantime', () => {
    expect(withChange.when({ ...command, data: { ...command.data, repeats: 1 } }, owner).decision).toMatchObject({
      code: 'conflict.revision',
      params: { name: 'Payments primary' },
    });
  });

  it('is held to the same rules as a new one', () => {
    const change = (more: object) =>
      given(teamDecider, [teamCreated, policyCreated, otherPolicy]).when({ ...command, data: { ...command.data, ...more } }, owner);
    expect(change({ name: 'second' }).refusal()).toBe('policy.name_taken');
    expect(change({ steps: [{ ...pageAna, targets: [{ kind: 'person', personId: idOf('99') }] }] }).refusal()).toBe(
      'policy.target_unknown',
    );
    expect(change({ steps: Array.from({ length: 11 }, () => pageAna) }).refusal()).toBe('limit.policy_steps');
  });

  it('is refused for one that is not there, or was removed', () => {
    expect(team.when(command, owner).refusal()).toBe('policy.not_found');
    expect(given(teamDecider, [teamCreated, policyCreated, policyRemoved]).when(command, owner).refusal()).toBe('policy.not_found');
  });
});

describe('the ids of steps', () => {
  const { stepId: _given, ...unnamed } = pageAna;
  const create = { type: 'CreatePolicy', data: { teamId, policyId, ...policyRules, steps: [unnamed, unnamed] } };
  const change = (steps: readonly object[]) => ({ type: 'ChangePolicy', data: { teamId, policyId, ...policyRules, version: 1, steps } });
  const second = { ...pageAna, stepId: idOf('5e2') };
  const withTwoPolicies = given(teamDecider, [
    teamCreated,
    { ...policyCreated, data: { ...policyCreated.data, steps: [pageAna, second] } },
  ]);
  const idsAfter = (steps: readonly object[]) => {
    const [fact] = withTwoPolicies.when(change(steps), owner).facts() as PolicyFact[];
    return fact?.type === 'PolicyChanged' && fact.data.steps.map(({ stepId }) => stepId);
  };

  it('are made for a new policy by their place, the same by the same command', () => {
    const [made] = team.when(create, owner).facts() as [PolicyFact];
    expect(made.data).toMatchObject({ steps: [{ stepId: stepIdOf(policyId, 0) }, { stepId: stepIdOf(policyId, 1) }] });
    expect(given(teamDecider, [teamCreated, made]).when(create, owner).nothing()).toBe(true);
  });

  it('stay with a step that is moved', () => {
    expect(idsAfter([second, pageAna])).toEqual([second.stepId, pageAna.stepId]);
  });

  it('are kept by their place where none are given: nothing is new then', () => {
    expect(withTwoPolicies.when(change([unnamed, unnamed]), owner).nothing()).toBe(true);
    expect(idsAfter([{ ...unnamed, waitMinutes: 7 }])).toEqual([pageAna.stepId]);
  });

  it('are new for a step at the place of one that was moved, and beyond the last', () => {
    const [moved, inItsPlace, added] = idsAfter([second, unnamed, unnamed]) as string[];
    expect(moved).toBe(second.stepId);
    expect(new Set([moved, inItsPlace, added, pageAna.stepId]).size).toBe(4);
  });

  it('are given to one step each', () => {
    const request = { teamId, policyId, ...policyRules, version: 1, steps: [pageAna, pageAna] };
    expect(policyCommands.ChangePolicy.data.safeParse(request).error?.issues).toMatchObject([{ path: ['steps'] }]);
  });
});

describe('replacing somebody who left', () => {
  const person = (personId: string) => ({ kind: 'person' as const, personId });
  const both = { ...pageAna, targets: [person(ana), person(bo)] };
  const withBoth = given(teamDecider, [
    teamCreated,
    { ...policyCreated, data: { ...policyCreated.data, steps: [both, pageAna] } },
    { type: 'PolicyCreated', data: { teamId, policyId: idOf('91'), version: 1, ...policyRules, name: 'Other' } },
  ]);
  const command = (personId: string, replacementId: string) => ({
    type: 'ReplaceInPolicies',
    data: { teamId, personId, replacementId, policyIds: [policyId] },
  });

  it('makes a new version of the policies that were named, and of no other', () => {
    expect(withBoth.when(command(ana, idOf('c')), { ...owner, actor: bySystem }).facts()).toEqual([
      {
        type: 'PolicyChanged',
        data: {
          teamId,
          policyId,
          version: 2,
          ...policyRules,
          steps: [
            { ...both, targets: [person(idOf('c')), person(bo)] },
            { ...pageAna, targets: [person(idOf('c'))] },
          ],
        },
      },
    ]);
  });

  it('names nobody twice in a step', () => {
    const [fact] = withBoth.when(command(bo, ana), { ...owner, actor: bySystem }).facts();
    expect(fact!.data).toMatchObject({ steps: [{ targets: [person(ana)] }, { targets: [person(ana)] }] });
  });

  it('changes nothing where they do not stand any more, and is for Tocsin itself', () => {
    expect(withBoth.when(command(idOf('99'), ana), { ...owner, actor: bySystem }).nothing()).toBe(true);
    expect(withBoth.when(command(bo, ana), owner).refusal()).toBe('permission.denied');
  });

  it('is asked for a team at a time', () => {
    const places = [
      { teamId, policyId },
      { teamId: idOf('7eb'), policyId: idOf('92') },
      { teamId, policyId: idOf('91') },
    ];
    const [left] = recordedFacts([{ type: 'PersonDisabled', data: { personId: bo, replacementId: ana, standsIn: places } }]);
    expect(react([replacePersonProcess], left!, new Map()).map(({ command: { data } }) => data)).toEqual([
      { teamId, personId: bo, replacementId: ana, policyIds: [policyId, idOf('91')] },
      { teamId: idOf('7eb'), personId: bo, replacementId: ana, policyIds: [idOf('92')] },
    ]);
    const [gaps] = recordedFacts([{ type: 'PersonDisabled', data: { personId: bo, replacementId: null, standsIn: places } }]);
    expect(react([replacePersonProcess], gaps!, new Map())).toEqual([]);
  });
});

describe('removing a policy', () => {
  const command = { type: 'RemovePolicy', data: { teamId, policyId } };

  it('is recorded once', () => {
    expect(withPolicy.when(command, owner).facts()).toEqual([policyRemoved]);
    expect(given(teamDecider, [teamCreated, policyCreated, policyRemoved]).when(command, owner).nothing()).toBe(true);
    expect(team.when(command, owner).refusal()).toBe('policy.not_found');
    expect(withPolicy.when(command, asBo).refusal()).toBe('permission.denied');
  });

  it('is refused while a service uses it, archived or not, and says which', () => {
    const usedFacts = [teamCreated, policyCreated, serviceCreated];
    expect(given(teamDecider, usedFacts).when(command, owner).decision).toMatchObject({
      code: 'policy.in_use',
      params: { names: 'Checkout' },
    });
    expect(
      given(teamDecider, [...usedFacts, serviceArchived])
        .when(command, owner)
        .refusal(),
    ).toBe('policy.in_use');
  });

  it('is refused while a rule of routes names it, and says whose', () => {
    const rules = [{ ruleId: idOf('101'), rows: [], outcome: { kind: 'default' as const, policyId }, isOn: false }];
    const reads = readsAfter(teamCreated, { type: 'OrganisationRoutesChanged', data: { version: 1, rules } });
    expect(withPolicy.when(command, { actor: byOwner, reads }).decision).toMatchObject({
      code: 'policy.in_use',
      params: { names: 'Routes of the organisation (rule 1)' },
    });
  });
});

it('shows the newest version, and keeps all: open groups climb the one they were opened with', () => {
  const row = foldRows(policiesView, recordedFacts([policyCreated, policyChanged, policyRemoved])).get(policyId);
  expect(row).toEqual({
    id: policyId,
    teamId,
    ...policyRules,
    version: 2,
    repeats: 0,
    removed: true,
    versions: [
      { version: 1, since: fixtureTime, ...policyRules },
      { version: 2, since: fixtureTime, ...policyRules, repeats: 0 },
    ],
  });
  expect(row?.steps[0]?.targets[0]).toEqual({ kind: 'person', personId: ana });
});
