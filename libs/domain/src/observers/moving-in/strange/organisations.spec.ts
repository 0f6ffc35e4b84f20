import { byTier } from '@tocsin/testing/tier.js';
import { fitOrganisation } from '../fit.js';
import { dutiesHere } from '../here.js';
import type { Note } from '../organisation.js';
import { readers } from '../readers.js';
import { answer, hour, iso, numbersTo, people, step, wallOf, week, type Case } from './chance.fixture.js';
import { goalertCase } from './goalert.fixture.js';
import { oncallCase } from './oncall.fixture.js';
import { opsgenieCase } from './opsgenie.fixture.js';
import { pagerdutyCase } from './pagerduty.fixture.js';
import { pagerdutyShiftsCase } from './pagerduty-shifts.fixture.js';

/** Where the clock of a zone changes, an hour is there twice or not at all: which of both is no matter of this test. */
const isNearChange = (zone: string, at: number): boolean =>
  wallOf(zone, at - 2 * hour) - (at - 2 * hour) !== wallOf(zone, at + 2 * hour) - (at + 2 * hour);

const isNamed = (notes: readonly Note[], at: number): boolean =>
  notes.some(({ when }) => when?.some(({ from, to }) => from <= at && at < to));

/** The first instant at which somebody else is on call here, of five weeks. */
function firstDifference({ read, at, there, zone }: Case): object | null {
  const [schedule] = fitOrganisation(read, 'Others').schedules;
  if (schedule === undefined) return { refused: read.schedules[0]?.notes };
  const duties = dutiesHere(schedule, { from: at, to: at + 5 * week });
  for (let when = Math.ceil(at / step) * step; when < at + 5 * week; when += step) {
    // whatever has no counterpart is said, by the name of its rule
    if (isNearChange(zone, when) || isNamed(schedule.notes, when)) continue;
    const here = duties.find(({ from, to }) => from <= when && when < to)?.people ?? [];
    const expected = [...new Set(there(when))].toSorted();
    if (here.join() !== expected.join()) return { zone, at: iso(at), when: iso(when), expected, here };
  }
  return null;
}

describe('a schedule that can’t be one here', () => {
  const users = answer('/users?x', { users: people.map((id) => ({ id, email: `${id}@example.org`, name: id, role: 'user' })) });
  const layer = (n: number, more: object = {}) => ({
    name: `Layer ${n}`,
    start: '2026-01-05T09:00:00Z',
    rotation_virtual_start: '2026-01-05T09:00:00Z',
    rotation_turn_length_seconds: 604_800,
    users: [{ user: { id: 'ana' } }],
    restrictions: [],
    ...more,
  });
  const schedule = (id: string, layers: readonly object[]) =>
    answer(`/schedules/${id}`, { schedule: { id, name: id, time_zone: 'UTC', schedule_layers: layers } });

  it('is refused by name, and those beside it move in', () => {
    const read = readers.pagerduty(
      [
        users,
        schedule(
          'MANY',
          numbersTo(11).map((n) => layer(n)),
        ),
        schedule('LONG', [layer(0, { users: numbersTo(51).map((n) => ({ user: { id: people[n % 5] } })) })]),
        schedule('YEARS', [layer(0, { rotation_turn_length_seconds: 100 * 604_800 })]),
        schedule('GOOD', [layer(0)]),
      ],
      Date.parse('2026-11-26T12:00:00Z'),
    );
    expect(fitOrganisation(read, 'Others').schedules.map(({ id }) => id)).toEqual(['GOOD']);
    expect(read.schedules.filter(({ isUnreadable }) => isUnreadable).map(({ id }) => id)).toEqual(['MANY', 'LONG', 'YEARS']);
    expect(read.remarks.map(({ rule, about }) => `${about}: ${rule}`)).toEqual([
      'MANY: schedule with more than 10 rotations, refused',
      'LONG: schedule with more than 50 turns, refused',
      'YEARS: schedule with turns that are too long, refused',
    ]);
  });

  it('has the first of more overrides than there can be, each with whom it takes off, and says so', () => {
    const from = Date.parse('2026-12-01T00:00:00Z');
    const overrides = numbersTo(400).map((n) => ({
      id: `o${n}`,
      start: iso(from + n * hour),
      end: iso(from + (n + 1) * hour),
      user: { id: people[n % 5] },
    }));
    const read = readers.pagerduty(
      [users, schedule('S', [layer(0)]), answer('/schedules/S/overrides?x', { overrides })],
      Date.parse('2026-11-26T12:00:00Z'),
    );
    expect(read.schedules[0]!.overrides).toHaveLength(500);
    expect(read.remarks).toEqual([{ fate: 'changed', rule: 'only the first overrides ahead', about: 'S' }]);
  });
});

describe('an organisation of chance has on call here whom an own rendering has', () => {
  it.each([
    ['Opsgenie', opsgenieCase],
    ['PagerDuty', pagerdutyCase],
    ['PagerDuty’s shifts', pagerdutyShiftsCase],
    ['GoAlert', goalertCase],
    ['Grafana OnCall', oncallCase],
  ])('%s', (_, make) => {
    const different = numbersTo(byTier({ short: 8, full: 60, deep: 400 })).flatMap((seed) => {
      const difference = firstDifference(make(seed + 1));
      return difference === null ? [] : [{ seed: seed + 1, ...difference }];
    });
    expect(different.slice(0, 4)).toEqual([]);
  });
});
