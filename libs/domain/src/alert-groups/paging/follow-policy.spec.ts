import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { ana, bo, Scenario, mia, toPolicySteps, pages, policyId, teamId } from '../groups.fixture.js';
import type { EscalationStep } from './rules.js';

const openScenario = (steps: readonly EscalationStep[], severity: 'critical' | 'warning' = 'critical'): Scenario => {
  const scenario = new Scenario({ steps, repeats: 0 });
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  return scenario;
};

/** Adds a version to the policy and applies it to the newest group. */
const followPolicy = (
  scenario: Scenario,
  steps: ReturnType<typeof toPolicySteps>,
  more: { repeats?: number; climbLow?: boolean } = {},
): void => {
  const version = 2;
  scenario.knows({
    type: 'PolicyChanged',
    data: { teamId, policyId, version, name: 'Primary', steps, repeats: 0, climbLow: false, ...more },
  });
  scenario.act('FollowPolicy', { policyId, version }, bySystem);
};
const [one, two, three] = toPolicySteps([pages([ana]), pages([bo]), pages([mia])]) as [
  ReturnType<typeof toPolicySteps>[number],
  ReturnType<typeof toPolicySteps>[number],
  ReturnType<typeof toPolicySteps>[number],
];

describe('a policy that is applied to an open group', () => {
  it('goes on behind the step that was reached, known by its id', () => {
    const scenario = openScenario([pages([ana]), pages([bo])]);
    followPolicy(scenario, [three, one, two]);
    expect(scenario.row().next).toMatchObject({ round: 1, step: 3 });
    expect(scenario.all('EscalationPolicyApplied').map(({ data }) => [data.from.version, data.policy.version, data.reached])).toEqual([
      [1, 2, 2],
    ]);
    scenario.passes(5);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('goes on at the same place where the step is gone', () => {
    const scenario = openScenario([pages([ana]), pages([bo])]);
    followPolicy(scenario, [
      { ...three, stepId: idOf('77') },
      { ...two, stepId: idOf('78') },
    ]);
    expect(scenario.row().next).toMatchObject({ round: 1, step: 2 });
  });

  it('pages nobody later than it was planned, and sooner where the wait is shorter', () => {
    const longer = openScenario([pages([ana]), pages([bo])]);
    const before = longer.row().next!.dueAt;
    longer.passes(2);
    followPolicy(longer, [{ ...one, waitMinutes: 60 }, two]);
    expect(longer.row().next).toMatchObject({ step: 2, dueAt: before });
    const shorter = openScenario([pages([ana], { waitMinutes: 60 }), pages([bo])]);
    followPolicy(shorter, [{ ...one, waitMinutes: 1 }, two]);
    shorter.passes(1);
    expect(shorter.paged()).toEqual([bo]);
  });

  it('takes a step that was added behind the last one', () => {
    const scenario = openScenario([pages([ana])]);
    expect(scenario.row().next).toMatchObject({ step: 'exhausted' });
    followPolicy(scenario, [one, two]);
    expect(scenario.row().next).toMatchObject({ round: 1, step: 2 });
  });

  it('ends the round where no step is left behind the one that was reached', () => {
    const scenario = openScenario([pages([ana]), pages([bo])]);
    followPolicy(scenario, [one], { repeats: 1 });
    expect(scenario.row().next).toMatchObject({ round: 2, step: 1 });
  });

  it('climbs where low urgency climbs from now on, and once', () => {
    const scenario = openScenario([pages([ana]), pages([bo])], 'warning');
    expect(scenario.row().next).toBeNull();
    followPolicy(scenario, [one, two], { climbLow: true });
    expect(scenario.row().next).toMatchObject({ step: 2 });
    scenario.news();
    scenario.act('FollowPolicy', { policyId, version: 2 }, bySystem);
    expect(scenario.types()).toEqual([]);
  });

  it('is what an acknowledged group climbs when it fires again', () => {
    const scenario = openScenario([pages([ana])]);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    followPolicy(scenario, [two]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', next: null });
    scenario.act('UnacknowledgeAlertGroup', {}, ana);
    scenario.news();
    scenario.passes(1);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('leaves a group that is over alone', () => {
    const scenario = openScenario([pages([ana])]);
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.news();
    followPolicy(scenario, [two]);
    expect(scenario.types()).toEqual([]);
  });
});
