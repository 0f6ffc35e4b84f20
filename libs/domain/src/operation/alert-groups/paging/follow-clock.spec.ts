import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { millisBetween, addMillis } from '@tocsin/kernel/time.js';
import { replaceLimit } from '@tocsin/testing/replace-limit.js';
import { byTier } from '@tocsin/testing/tier.js';
import { bySystem } from '../../../configuration.fixture.js';
import { alertmanager, alertOf, resolvedAlert } from '../../routing/signals.fixture.js';
import { ana, bo, pages, Scenario, sentAtOnce } from '../groups.fixture.js';

/** Groups in one fact: the rule takes them from the limit, whatever it is. */
const together = byTier({ short: 20, full: alertGroupLimits.sizes.listedTogether, deep: alertGroupLimits.sizes.listedTogether });

/** The clock of the server is set back, and records that. */
const setBack = ({ world }: Scenario, minutes: number): void => {
  const from = world.now;
  world.now = addMillis(from, -minutes * duration.minute);
  world.run({ type: 'RecordClockStep', data: { from, to: world.now } }, { actor: bySystem });
  world.advance(0);
};

const openScenario = (groups = 1): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  for (let n = 0; n < groups; n += 1) {
    scenario.receives(alertmanager([alertOf(`Disk${n}`)], { key: `g${n}` }));
    scenario.passes(0.2);
  }
  return scenario;
};

describe('a clock that is set back while alert groups are open', () => {
  it('lets the next step come when it would have come', () => {
    const scenario = openScenario();
    setBack(scenario, 60);
    scenario.passes(4.7);
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(0.2);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('is a fact of the group, before what it moves', () => {
    const scenario = openScenario();
    setBack(scenario, 60);
    const clockFacts = scenario.all('AlertGroupFollowedClock');
    expect(clockFacts.map(({ data: { from, to } }) => [from, to])).toEqual([['2026-11-21T03:12:12.000Z', '2026-11-21T02:12:12.000Z']]);
    expect(scenario.row().next).toEqual({ round: 1, step: 2, dueAt: '2026-11-21T02:17:00.000Z' });
  });

  it('moves all open groups, so many in one fact, and none that is over', () => {
    replaceLimit(alertGroupLimits.sizes, 'listedTogether', together);
    const count = together + 3;
    const scenario = openScenario(count);
    scenario.act('ResolveAlertGroup', {}, ana);
    setBack(scenario, 600);
    expect(scenario.all('OpenGroupsFollowedClock').map(({ data }) => data.groups.length)).toEqual([together, 2]);
    jest.restoreAllMocks();
  });

  it('moves the acknowledgement timeout and its reminder', () => {
    const scenario = openScenario();
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    const before = scenario.all('AckTimeoutPlanned').at(-1)!.data;
    setBack(scenario, 60);
    const after = scenario.all('AckTimeoutPlanned').at(-1)!.data;
    expect([after.remindAt, after.dueAt]).toEqual([addMillis(before.remindAt, -duration.hour), addMillis(before.dueAt, -duration.hour)]);
  });

  it('moves attempts that are planned for later, of many pages in parts, each once', () => {
    const scenario = openScenario();
    const count = alertGroupLimits.calledTogether + 2;
    const { groupId } = scenario.group();
    const idOf = (n: number): string => `01900000-0000-7000-8000-0000000${String(9_000 + n).padStart(5, '0')}`;
    const base = scenario.world.now;
    const dueAt = addMillis(base, 2 * duration.hour);
    for (let n = 0; n < count; n += 1) {
      const pageRef = { groupId, pageId: idOf(n) };
      const page = {
        personId: bo,
        urgency: 'high',
        cause: { kind: 'person', by: ana },
        opening: 1,
        quiet: false,
        everyMethod: false,
      } as const;
      scenario.world.record(
        `alertGroup-${groupId}`,
        [
          { type: 'PageStarted', data: { ...pageRef, ...page, skipped: [], cancelledByAcknowledge: true } },
          {
            type: 'AttemptPlanned',
            data: { ...pageRef, slot: idOf(500 + n), contactMethodId: idOf(999), kind: 'email', dueAt, n: 1, because: 'rule' },
          },
        ],
        bySystem,
      );
    }
    setBack(scenario, 60);
    expect(scenario.all('AlertGroupFollowedClock').map(({ data }) => data.more !== null)).toEqual([true, false]);
    const movedAttempts = scenario.all('AttemptPlanned').filter(({ data }) => data.dueAt === addMillis(dueAt, -duration.hour));
    expect(new Set(movedAttempts.map(({ data }) => data.slot)).size).toBe(count);
    expect(movedAttempts).toHaveLength(count);
  });

  it('leaves alone what is planned by the new time', () => {
    const scenario = openScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    setBack(scenario, 60);
    scenario.receives(alertmanager([alertOf('Other')], { key: 'other' }));
    scenario.passes(4.9);
    expect(scenario.all('AlertGroupFollowedClock')).toEqual([]);
    expect(scenario.row().next?.dueAt).toBe('2026-11-21T02:17:12.000Z');
  });

  it('ends a snooze when it would have ended', () => {
    const scenario = openScenario();
    scenario.act('SnoozeAlertGroup', { minutes: 30 }, ana);
    const before = scenario.row().snoozedUntil!;
    setBack(scenario, 60);
    expect(scenario.row().snoozedUntil).toBe(addMillis(before, -duration.hour));
    scenario.passes(29);
    expect(scenario.row().status).toBe('snoozed');
    scenario.passes(1.1);
    expect(scenario.row().status).toBe('firing');
  });

  it('rings a person soon whose page waits for another message', () => {
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 30 })] });
    for (const name of ['One', 'Two']) {
      scenario.receives(alertmanager([alertOf(name)], { key: name }));
      scenario.passes(0.1);
    }
    expect(scenario.all('AttemptStarted')).toHaveLength(1);
    setBack(scenario, 60);
    scenario.passes(1.5);
    const groups = scenario.all('AttemptStarted').map(({ stream }) => stream);
    expect(new Set(groups).size).toBe(2);
  });

  it('restarts the policy half an hour after everyone was paged', () => {
    const scenario = new Scenario({ steps: [pages([ana])], repeats: 0 });
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(5.5);
    expect(scenario.all('EscalationExhausted')).toHaveLength(1);
    setBack(scenario, 60);
    scenario.passes(5);
    expect(millisBetween(scenario.world.now, scenario.row().next!.dueAt)).toBeLessThanOrEqual(25 * duration.minute);
    expect(scenario.row().next).toMatchObject({ round: 2, step: 1 });
  });

  it('pages no one for alerts that are ending', () => {
    const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Load')]));
    scenario.passes(1);
    scenario.receives(alertmanager([resolvedAlert('Disk')], { action: 'resolve' }));
    expect(scenario.all('EscalationHeld')).toHaveLength(1);
    setBack(scenario, 60);
    scenario.passes(7);
    expect([scenario.row().status, scenario.all('PageStarted').filter(({ data }) => !data.quiet).length]).toEqual(['resolved', 1]);
  });

  it('does at once what was due by the old time', () => {
    const scenario = openScenario();
    const from = addMillis(scenario.world.now, 4.9 * duration.minute);
    // the step was due a moment before, and was not taken yet
    scenario.world.now = addMillis(scenario.world.now, -duration.hour);
    scenario.world.run({ type: 'RecordClockStep', data: { from, to: scenario.world.now } }, { actor: bySystem });
    scenario.world.advance(0);
    expect(scenario.paged()).toContain(bo);
  });

  it('makes an attempt again that is being sent, and leaves one alone that was answered', () => {
    const scenario = new Scenario({ steps: [pages([ana, bo])] });
    scenario.provider = ({ personId }) => (personId === ana ? null : sentAtOnce);
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(0.2);
    setBack(scenario, 60);
    expect(scenario.all('AttemptWentStale')).toHaveLength(1);
    const isOfAna = ({ data: { pageId } }: { readonly data: { readonly pageId: string } }): boolean =>
      scenario.all('PageStarted').some(({ data }) => data.pageId === pageId && data.personId === ana);
    expect(scenario.all('AttemptStarted').map(isOfAna).filter(Boolean)).toHaveLength(2);
  });

  it('lets a step come by the new time where it is due before the old', () => {
    const scenario = openScenario();
    const from = scenario.world.now;
    scenario.world.now = addMillis(from, -duration.hour);
    scenario.receives(alertmanager([alertOf('Other')], { key: 'other' }));
    const [, planned] = scenario.all('EscalationStepPlanned');
    scenario.world.run({ type: 'RecordClockStep', data: { from, to: scenario.world.now } }, { actor: bySystem });
    scenario.world.advance(0);
    expect(scenario.all('EscalationStepPlanned').filter(({ stream }) => stream === planned!.stream)).toHaveLength(1);
  });
});
