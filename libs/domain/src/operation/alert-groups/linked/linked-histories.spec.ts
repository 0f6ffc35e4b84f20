import fc from 'fast-check';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { Scenario, ana, bo, mia, pages } from '../groups.fixture.js';
import { domain } from '../../../registry.js';
import { alertOf, alertmanager, pagerduty } from '../../routing/signals.fixture.js';
import type { StoredAlertGroupRow } from '../views/list-row.js';
import { alertsOfLargeThread, opened, setStormsOfThisRun } from '@tocsin/testing/storm-size.js';

setStormsOfThisRun();

type Move = (scenario: Scenario) => void;

const alertsOf = (key: string, count: number, severity: 'critical' | 'warning', startsAt: string | null = null) =>
  Array.from({ length: count }, (_, n) => alertOf(`${key}${n}`, { severity, ...(startsAt ? { startsAt } : {}) }));

const storm = (): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`, 'trigger', { severity: 'warning' }));
  for (const { id } of scenario.rows()) scenario.act('ResolveAlertGroup', { groupId: id });
  for (let n = 0; n < 3; n += 1)
    scenario.receives(alertmanager(alertsOf(`t${n}-`, alertsOfLargeThread, n === 1 ? 'critical' : 'warning'), { key: `t${n}` }));
  scenario.world.advance(0);
  return scenario;
};
const storms = (scenario: Scenario): readonly StoredAlertGroupRow[] => scenario.rows().filter((row) => row.storm);

const place = fc.nat({ max: 2 });
const ends: fc.Arbitrary<Move> = place.map((n) => (scenario) => scenario.receives(alertmanager([], { key: `t${n}`, action: 'resolve' })));
const refireMove: fc.Arbitrary<Move> = place.map(
  (n) => (scenario) => scenario.receives(alertmanager(alertsOf(`t${n}-`, 2, 'critical', scenario.world.now), { key: `t${n}` })),
);
const joinMove: fc.Arbitrary<Move> = fc.tuple(fc.nat({ max: 9 }), fc.constantFrom('critical', 'warning')).map(
  ([n, severity]) =>
    (scenario) =>
      scenario.receives(pagerduty(`joins${n}`, 'trigger', { severity })),
);
const acts: fc.Arbitrary<Move> = fc
  .tuple(
    fc.constantFrom(
      'AcknowledgeAlertGroup',
      'UnacknowledgeAlertGroup',
      'SnoozeAlertGroup',
      'UnsnoozeAlertGroup',
      'TakeOverAlertGroup',
      'EscalateAlertGroup',
      'ResolveAlertGroup',
      'ReopenAlertGroup',
    ),
    fc.constantFrom(ana, bo, mia),
    fc.nat({ max: 9 }),
  )
  .map(([type, by, n]) => (scenario) => {
    const all = storms(scenario);
    const groupId = all[n % all.length]!.id;
    const more = type === 'SnoozeAlertGroup' ? { minutes: 20 } : type === 'ReopenAlertGroup' ? { iHaveIt: n % 2 === 0 } : {};
    scenario.act(type, { groupId, ...more }, by);
  });
const passes: fc.Arbitrary<Move> = fc.constantFrom(0.2, 1, 4, 6, 12, 40).map((minutes) => (scenario) => scenario.passes(minutes));

/** One of the open groups pages, and the others follow it. */
const isOneThing = (scenario: Scenario): void => {
  const open = storms(scenario).filter(({ status }) => status !== 'resolved');
  if (open.length === 0) return;
  const leading = open.filter(({ follows }) => !follows);
  expect(leading.map(({ number }) => number)).toHaveLength(1);
  const [{ number, status, holder, snoozedUntil }] = leading as [StoredAlertGroupRow];
  for (const row of open.filter(({ follows }) => follows)) {
    expect(row.follows?.number).toBe(number);
    expect({ status: row.status, holder: row.holder, until: row.snoozedUntil }).toEqual({ status, holder, until: snoozedUntil });
    expect({ next: row.next, paging: row.paging }).toEqual({ next: null, paging: [] });
  }
};

describe('whatever happens to the groups of one storm', () => {
  it('they are one thing to page for, and come out the same when all is decided again', () => {
    const moves = fc.array(fc.oneof(ends, refireMove, joinMove, acts, acts, passes), { minLength: 4, maxLength: 14 });
    fc.assert(
      fc.property(moves, (all) => {
        const scenario = storm();
        isOneThing(scenario);
        for (const move of all) {
          move(scenario);
          scenario.world.advance(0);
          isOneThing(scenario);
        }
        expect(scenario.idleTimers()).toEqual([]);
        const { differences, missing } = reenact(domain, scenario.world.events);
        expect({ differences: differences.filter(({ stream }) => stream !== 'configuration'), missing }).toEqual({
          differences: [],
          missing: [],
        });
      }),
      { numRuns: 5 },
    );
  });
});
