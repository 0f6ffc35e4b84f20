import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import { ana, bo, Scenario, mia, toPolicySteps, pages, policyId, teamId } from '../groups.fixture.js';
import type { EscalationStep } from './rules.js';

const openScenario = (steps: readonly EscalationStep[], severity: 'critical' | 'warning' = 'critical'): Scenario => {
  const scenario = new Scenario({ steps, repeats: 0 });
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  return scenario;
};

/** The auditor’s findings: late, left out or wrong. */
const findings = (scenario: Scenario): readonly unknown[] => {
  const audit = new Audit();
  for (const event of scenario.world.events) audit.take(event);
  const { findings: found, overdue } = audit.report(scenario.world.now);
  return [...found, ...overdue];
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

  it('pages at once whoever it puts into the step that was reached, and nobody twice', () => {
    const scenario = openScenario([pages([ana]), pages([bo])]);
    scenario.passes(5);
    const before = scenario.row().next;
    scenario.news();
    scenario.passes(1);
    followPolicy(scenario, [one, { ...two, targets: pages([ana, bo, mia]).targets }]);
    expect(scenario.paged()).toEqual([mia]);
    expect(scenario.row().next).toMatchObject({ step: before!.step, dueAt: before!.dueAt });
    const taken = scenario.all('EscalationStepTaken').at(-1)!.data;
    expect(taken).toMatchObject({ round: 1, step: 2, targets: [{ persons: [{ personId: mia, outcome: 'paged' }] }] });
    scenario.passes(0);
    expect(scenario.all('AttemptSent')).toHaveLength(3);
    expect(findings(scenario)).toEqual([]);
  });

  it('pages them also where low urgency has stopped, and where managers are being paged', () => {
    const low = openScenario([pages([ana])], 'warning');
    low.news();
    followPolicy(low, [{ ...one, targets: pages([ana, bo]).targets }]);
    expect(low.paged()).toEqual([bo]);
    expect(low.row().next).toBeNull();
    const exhausted = openScenario([pages([ana])]);
    exhausted.passes(6);
    const before = exhausted.row().next;
    expect(before).toMatchObject({ step: 'owners' });
    exhausted.news();
    followPolicy(exhausted, [{ ...one, targets: pages([bo]).targets }]);
    expect(exhausted.paged()).toEqual([bo]);
    expect(exhausted.row().next).toEqual(before);
    expect([findings(low), findings(exhausted)]).toEqual([[], []]);
  });

  it.each([
    [
      'nobody where the conditions of the step are not met',
      (): EscalationStep => ({ ...one, targets: pages([ana, bo]).targets, conditions: { urgency: 'low' } }),
    ],
    [
      'nobody else where one in turn was picked who is still in it',
      (): EscalationStep => ({ ...one, targets: pages([ana, bo]).targets, oneInTurn: true }),
    ],
  ])('pages %s', (_, changed) => {
    const scenario = openScenario([pages([ana]), pages([mia])]);
    scenario.news();
    followPolicy(scenario, [{ ...one, ...changed() }, two]);
    expect(scenario.paged()).toEqual([]);
  });

  it('picks one in turn where whoever was picked is no longer in it', () => {
    const scenario = openScenario([pages([ana]), pages([mia])]);
    scenario.news();
    followPolicy(scenario, [{ ...one, targets: pages([bo, mia]).targets, oneInTurn: true }, two]);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('pages nobody while it waits to page the previous assignee, or is acknowledged', () => {
    const scenario = openScenario([pages([ana])]);
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    followPolicy(scenario, [{ ...one, targets: pages([ana, bo]).targets }]);
    expect(scenario.paged()).toEqual([]);
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
