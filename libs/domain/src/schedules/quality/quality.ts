import { limits } from '@tocsin/contracts/limits.js';
import type { Load, QualityAnswer } from '@tocsin/contracts/schedule-quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { plus, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { onCallWithin } from '../shifts/shifts.js';
import { zoneTable } from '../shifts/zone-table.js';
import { balanceOf, overloadedOf } from './fairness.js';
import { partsOf } from './parts.js';
import { Tally, type PersonDays } from './tally.js';

/** A person’s time zone and the dates of their holidays. If the table lacks the zone, the schedule’s is used. */
export interface Home {
  readonly timeZone: string | undefined;
  readonly holidays: Iterable<string>;
}

export type Quality = Omit<QualityAnswer, 'names'>;

/** Everyone in a rotation, of the current or a planned version. */
const inRotations = ({ versions }: ScheduleRow): ReadonlySet<string> =>
  new Set(versions.flatMap(({ layers }) => layers.flatMap(({ rotation }) => rotation.slots.flatMap(({ people }) => people))));

/**
 * The figures of a schedule for the year ahead, if nothing is changed. Yields between parts, so that the caller can let
 * other work run.
 */
export function* qualityOf(row: ScheduleRow, now: string, homeOf: (personId: string) => Home): Generator<void, Quality> {
  const [schedule, zoneOf, table] = [asSchedule(row), zonesOf(row), zoneTable(row.zones)];
  const daysOf = (personId: string): PersonDays => {
    const { timeZone = '', holidays } = homeOf(personId);
    return { zone: table.zone(timeZone) ?? zoneOf(row.timeZone), holidays };
  };
  const range = { from: now, to: plus(now, limits.qualityHorizon) };
  const whole = { from: toMillis(range.from), to: toMillis(range.to) };
  const tally = new Tally(daysOf, whole);
  for (const part of partsOf(whole, limits.qualityPart)) {
    tally.add(onCallWithin(schedule, zoneOf, part).segments, part);
    yield;
  }
  return { scheduleId: row.id, ...range, ...coverageOf(tally), ...loadsOf(row, tally) };
}

function coverageOf({ gaps }: Tally): Pick<Quality, 'covered' | 'gaps' | 'intendedGaps'> {
  const lengthOf = (intended: boolean): number =>
    gaps.reduce((total, { from, to, isIntended }) => (isIntended === intended ? total + to - from : total), 0);
  const open = gaps.filter(({ isIntended }) => !isIntended);
  const [total, intendedGaps] = [lengthOf(false), lengthOf(true)];
  const intended = limits.qualityHorizon - intendedGaps;
  return {
    covered: intended === 0 ? 1 : (intended - total) / intended,
    gaps: {
      count: open.length,
      total,
      first: open.slice(0, limits.gapsListed).map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) })),
    },
    intendedGaps,
  };
}

function loadsOf(row: ScheduleRow, { people }: Tally): Pick<Quality, 'balance' | 'overloaded' | 'people'> {
  const rotating = inRotations(row);
  const percents = new Map(row.shares?.map(({ personId, percent }) => [personId, percent]));
  const none = { shifts: 0, onCall: 0, nights: 0, weekends: 0, holidays: 0 };
  const loads = [...new Set([...rotating, ...people.keys()])].map((personId): Load => {
    const shared = { personId, percent: percents.get(personId) ?? 100, inRotation: rotating.has(personId) };
    return { ...shared, ...(people.get(personId) ?? none) };
  });
  const compared = loads.filter(({ inRotation }) => inRotation);
  return {
    balance: balanceOf(compared),
    overloaded: [...overloadedOf(compared)],
    people: loads.toSorted((one, other) => other.onCall - one.onCall || (one.personId < other.personId ? -1 : 1)),
  };
}
