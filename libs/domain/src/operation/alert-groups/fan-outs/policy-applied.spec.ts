import { ana, as, bo, Scenario, mia, toPolicySteps, ola, pages, policyId, teamId } from '../groups.fixture.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { replaceLimit } from '@tocsin/testing/replace-limit.js';
import { byTier } from '@tocsin/testing/tier.js';
import { alertmanager, alertOf, serviceId } from '../../routing/signals.fixture.js';
import { alertGroupDecider } from '../decider.js';

const steps = toPolicySteps([pages([ana]), pages([bo])]);
const policy = { teamId, name: 'Primary', repeats: 1, climbLow: false };
const other = idOf('91');
const settings = {
  description: '',
  runbook: null,
  urgencyRule: 'by_severity',
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
} as const;

/** A world with this many open groups, whose team has a stream of its own. */
const scenarioWith = (groups: number): Scenario => {
  const scenario = new Scenario({ steps });
  scenario.world.record(
    `team-${teamId}`,
    [
      { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } },
      { type: 'PolicyCreated', data: { ...policy, policyId, version: 1, steps } },
      { type: 'PolicyCreated', data: { ...policy, policyId: other, name: 'Nights', version: 1, steps } },
      { type: 'ServiceCreated', data: { teamId, serviceId, name: 'Checkout', policyId, ...settings } },
    ],
    bySystem,
  );
  for (let n = 0; n < groups; n += 1) {
    scenario.receives(alertmanager([alertOf(`Disk${n}`)], { key: `g${n}` }));
    // few enough in five minutes to be no storm
    scenario.passes(0.2);
  }
  return scenario;
};
const asOwner = { actor: as(ola) };
const versions = (scenario: Scenario): readonly (string | undefined)[] =>
  scenario.rows().map(({ id }) => {
    const { policy: climbed } = scenario.world.state(alertGroupDecider, id) as ReturnType<Scenario['group']>;
    return climbed ? `${climbed.policyId === other ? 'other' : 'own'} ${climbed.version}` : undefined;
  });
const changeCommand = { ...policy, policyId, version: 1, steps: toPolicySteps([pages([ana]), pages([mia])]) };

it('applies a saved policy to all open groups, so many in one fact, and to none that is over', () => {
  const together = byTier({ short: 20, full: alertGroupLimits.sizes.listedTogether, deep: alertGroupLimits.sizes.listedTogether });
  replaceLimit(alertGroupLimits.sizes, 'listedTogether', together);
  const count = together + 5;
  const scenario = scenarioWith(count);
  scenario.act('ResolveAlertGroup', {}, ana);
  scenario.world.run({ type: 'ChangePolicy', data: { ...changeCommand, applyToOpen: true } }, asOwner);
  scenario.world.advance(0);
  expect(versions(scenario)).toEqual([...Array.from({ length: count - 1 }, () => 'own 2'), 'own 1']);
  expect(scenario.all('PolicyAppliedToOpenGroups').map(({ data }) => data.groups.length)).toEqual([together, 4]);
  jest.restoreAllMocks();
});

it('leaves them alone where nobody asks for it', () => {
  const scenario = scenarioWith(1);
  scenario.world.run({ type: 'ChangePolicy', data: changeCommand }, asOwner);
  scenario.world.advance(0);
  expect(versions(scenario)).toEqual(['own 1']);
});

it('applies the policy that a service has from now on to its own open groups', () => {
  const scenario = scenarioWith(2);
  const service = { teamId, serviceId, name: 'Checkout', ...settings };
  scenario.world.run({ type: 'ChangeService', data: { ...service, version: 1, policyId: other, applyToOpen: true } }, asOwner);
  scenario.world.advance(0);
  expect(versions(scenario)).toEqual(['other 1', 'other 1']);
  scenario.world.run(
    { type: 'ChangeService', data: { ...service, version: 2, policyId: other, name: 'Till', applyToOpen: true } },
    asOwner,
  );
  expect(scenario.all('ServiceChanged').at(-1)!.data).not.toHaveProperty('appliesToOpen');
});

it('takes no group back to an earlier version whose listing is late', () => {
  const scenario = scenarioWith(1);
  const save = (version: number, person: string): unknown =>
    scenario.world.run({ type: 'ChangePolicy', data: { ...changeCommand, version, steps: toPolicySteps([pages([person])]) } }, asOwner);
  save(1, mia);
  save(2, bo);
  scenario.receives(alertmanager([alertOf('Disk1')], { key: 'g1' }));
  expect(versions(scenario).toSorted()).toEqual(['own 1', 'own 3']);
  const request = { teamId, policyId, version: 2, serviceId: null };
  const listCommand = { type: 'ListGroups', data: { fanOut: 'policyApplied', cause: idOf('fa'), request, after: null } };
  expect(scenario.world.run(listCommand, asOwner).kind).toBe('refused');
  scenario.world.run(listCommand, { actor: bySystem });
  for (const { id: groupId } of scenario.rows())
    scenario.world.run({ type: 'FollowPolicy', data: { groupId, policyId, version: 2 } }, { actor: bySystem });
  expect(scenario.all('PolicyAppliedToOpenGroups').map(({ data }) => data.groups.length)).toEqual([1]);
  expect(versions(scenario).toSorted()).toEqual(['own 2', 'own 3']);
});
