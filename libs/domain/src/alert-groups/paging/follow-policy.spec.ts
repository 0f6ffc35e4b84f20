import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { ana, bo, Harbour, mia, ofPolicy, pages, policyId, teamId } from '../groups.fixture.js';
import type { ClimbedStep } from './rules.js';

const opened = (steps: readonly ClimbedStep[], severity: 'critical' | 'warning' = 'critical'): Harbour => {
  const harbour = new Harbour({ steps, repeats: 0 });
  harbour.receives(alertmanager([alertOf('Disk', { severity })]));
  return harbour;
};

/** Adds a version to the policy and applies it to the newest group. */
const follows = (harbour: Harbour, steps: ReturnType<typeof ofPolicy>, more: { repeats?: number; climbLow?: boolean } = {}): void => {
  const version = 2;
  harbour.knows({
    type: 'PolicyChanged',
    data: { teamId, policyId, version, name: 'Primary', steps, repeats: 0, climbLow: false, ...more },
  });
  harbour.act('FollowPolicy', { policyId, version }, bySystem);
};
const [one, two, three] = ofPolicy([pages([ana]), pages([bo]), pages([mia])]) as [
  ReturnType<typeof ofPolicy>[number],
  ReturnType<typeof ofPolicy>[number],
  ReturnType<typeof ofPolicy>[number],
];

describe('a policy that is applied to an open group', () => {
  it('goes on behind the step that was reached, known by its id', () => {
    const harbour = opened([pages([ana]), pages([bo])]);
    follows(harbour, [three, one, two]);
    expect(harbour.row().next).toMatchObject({ round: 1, step: 3 });
    expect(harbour.all('EscalationPolicyApplied').map(({ data }) => [data.from.version, data.policy.version, data.reached])).toEqual([
      [1, 2, 2],
    ]);
    harbour.passes(5);
    expect(harbour.paged()).toEqual([bo]);
  });

  it('goes on at the same place where the step is gone', () => {
    const harbour = opened([pages([ana]), pages([bo])]);
    follows(harbour, [
      { ...three, stepId: idOf('77') },
      { ...two, stepId: idOf('78') },
    ]);
    expect(harbour.row().next).toMatchObject({ round: 1, step: 2 });
  });

  it('pages nobody later than it was planned, and sooner where the wait is shorter', () => {
    const longer = opened([pages([ana]), pages([bo])]);
    const before = longer.row().next!.dueAt;
    longer.passes(2);
    follows(longer, [{ ...one, waitMinutes: 60 }, two]);
    expect(longer.row().next).toMatchObject({ step: 2, dueAt: before });
    const shorter = opened([pages([ana], { waitMinutes: 60 }), pages([bo])]);
    follows(shorter, [{ ...one, waitMinutes: 1 }, two]);
    shorter.passes(1);
    expect(shorter.paged()).toEqual([bo]);
  });

  it('takes a step that was added behind the last one', () => {
    const harbour = opened([pages([ana])]);
    expect(harbour.row().next).toMatchObject({ step: 'exhausted' });
    follows(harbour, [one, two]);
    expect(harbour.row().next).toMatchObject({ round: 1, step: 2 });
  });

  it('ends the round where no step is left behind the one that was reached', () => {
    const harbour = opened([pages([ana]), pages([bo])]);
    follows(harbour, [one], { repeats: 1 });
    expect(harbour.row().next).toMatchObject({ round: 2, step: 1 });
  });

  it('climbs where low urgency climbs from now on, and once', () => {
    const harbour = opened([pages([ana]), pages([bo])], 'warning');
    expect(harbour.row().next).toBeNull();
    follows(harbour, [one, two], { climbLow: true });
    expect(harbour.row().next).toMatchObject({ step: 2 });
    harbour.news();
    harbour.act('FollowPolicy', { policyId, version: 2 }, bySystem);
    expect(harbour.types()).toEqual([]);
  });

  it('is what an acknowledged group climbs when it fires again', () => {
    const harbour = opened([pages([ana])]);
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    follows(harbour, [two]);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', next: null });
    harbour.act('UnacknowledgeAlertGroup', {}, ana);
    harbour.news();
    harbour.passes(1);
    expect(harbour.paged()).toEqual([bo]);
  });

  it('leaves a group that is over alone', () => {
    const harbour = opened([pages([ana])]);
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.news();
    follows(harbour, [two]);
    expect(harbour.types()).toEqual([]);
  });
});
