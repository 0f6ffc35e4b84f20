import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import type { ScheduleRules } from '../rules-fold.js';
import { uniteIntervals } from '../shifts/intervals.js';
import type { Interval } from '../shifts/schedule.js';
import { onCallWithin } from '../shifts/shifts.js';
import { zonesOf } from './zones-of.js';

interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** How somebody’s shifts change: those that are theirs no more, and new ones. */
export interface MovedShifts {
  readonly personId: string;
  readonly before: readonly Stretch[];
  readonly after: readonly Stretch[];
}

/** Null: no one is on call, because the schedule was removed. */
type Rules = Pick<ScheduleRules, 'versions' | 'overrides' | 'temporary' | 'zones'> | null;

/** Shifts that follow each other are one. */
const shiftsByPerson = (rules: Rules, range: Stretch): ReadonlyMap<string, readonly Interval[]> => {
  const byPerson = new Map<string, Interval[]>();
  const within = { from: toMillis(range.from), to: toMillis(range.to) };
  const segments = rules ? onCallWithin(asSchedule(rules), zonesOf(rules), within).segments : [];
  for (const { from, to, duties } of segments)
    for (const { person } of duties) {
      const times = byPerson.get(person) ?? [];
      times.push({ from, to });
      byPerson.set(person, times);
    }
  return new Map([...byPerson].map(([person, times]) => [person, uniteIntervals(times)]));
};

const keyOf = ({ from, to }: Interval): string => `${from} ${to}`;

const withoutThose = (shifts: readonly Interval[], others: readonly Interval[]): readonly Stretch[] => {
  const known = new Set(others.map(keyOf));
  return shifts.filter((one) => !known.has(keyOf(one))).map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) }));
};

/** The people whose shifts within a future range differ between two states of a schedule: whom an edit concerns. */
export const listMovedShifts = (before: Rules, after: Rules, range: Stretch): readonly MovedShifts[] => {
  const [were, become] = [shiftsByPerson(before, range), shiftsByPerson(after, range)];
  return [...new Set([...were.keys(), ...become.keys()])]
    .map((personId) => {
      const [old, now] = [were.get(personId) ?? [], become.get(personId) ?? []];
      return { personId, before: withoutThose(old, now), after: withoutThose(now, old) };
    })
    .filter((one) => one.before.length + one.after.length > 0);
};
