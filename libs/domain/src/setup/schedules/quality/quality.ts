import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { Load, QualityAnswer } from '@tocsin/contracts/schedules/quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { onCallWithin } from '../shifts/shifts.js';
import { loadZoneTable } from '../shifts/zone-table.js';
import { balanceOf, overloadedOf } from './fairness.js';
import { partsOf } from './parts.js';
import { Tally, type PersonDays } from './tally.js';

/** A person’s time zone and the dates of their holidays. If the table lacks the zone, the schedule’s is used. */
export interface HomeCalendar {
  readonly timeZone: string | undefined;
  readonly holidays: Iterable<string>;
}

export type Quality = Omit<QualityAnswer, 'names'>;

/** Everyone in a rotation, of the current or a planned version. */
const peopleInRotations = ({ versions }: ScheduleRow): ReadonlySet<string> =>
  new Set(versions.flatMap(({ layers }) => layers.flatMap(({ rotation }) => rotation.slots.flatMap(({ people }) => people))));

/** The figures of a schedule for the year ahead, if nothing is changed. Computed in parts of bounded size. */
export function qualityOf(row: ScheduleRow, now: string, homeOf: (personId: string) => HomeCalendar): Quality {
  const [schedule, zoneOf, table] = [asSchedule(row), zonesOf(row), loadZoneTable(row.zones)];
  const daysOf = (personId: string): PersonDays => {
    const { timeZone = '', holidays } = homeOf(personId);
    return { zone: table.zone(timeZone) ?? zoneOf(row.timeZone), holidays };
  };
  const range = { from: now, to: addMillis(now, scheduleLimits.qualityHorizon) };
  const wholeRange = { from: toMillis(range.from), to: toMillis(range.to) };
  const tally = new Tally(daysOf, wholeRange);
  for (const part of partsOf(wholeRange, scheduleLimits.qualityPart)) {
    tally.add(onCallWithin(schedule, zoneOf, part).segments, part);
  }
  return { scheduleId: row.id, ...range, ...coverageOf(tally), ...loadsOf(row, tally) };
}

function coverageOf({ gaps }: Tally): Pick<Quality, 'covered' | 'gaps' | 'intendedGaps'> {
  const lengthOf = (isIntendedGap: boolean): number =>
    gaps.reduce((total, { from, to, isIntended }) => (isIntended === isIntendedGap ? total + to - from : total), 0);
  const open = gaps.filter(({ isIntended }) => !isIntended);
  const [total, intendedGaps] = [lengthOf(false), lengthOf(true)];
  const unintendedTime = scheduleLimits.qualityHorizon - intendedGaps;
  return {
    covered: unintendedTime === 0 ? 1 : (unintendedTime - total) / unintendedTime,
    gaps: {
      count: open.length,
      total,
      first: open.slice(0, scheduleLimits.gapsListed).map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) })),
    },
    intendedGaps,
  };
}

function loadsOf(row: ScheduleRow, { people }: Tally): Pick<Quality, 'balance' | 'overloaded' | 'people'> {
  const rotating = peopleInRotations(row);
  const percents = new Map(row.shares?.map(({ personId, percent }) => [personId, percent]));
  const noLoad = { shifts: 0, onCall: 0, nights: 0, weekends: 0, holidays: 0 };
  const loads = [...new Set([...rotating, ...people.keys()])].map((personId): Load => {
    const sharedFields = { personId, percent: percents.get(personId) ?? 100, inRotation: rotating.has(personId) };
    return { ...sharedFields, ...(people.get(personId) ?? noLoad) };
  });
  const compared = loads.filter(({ inRotation }) => inRotation);
  return {
    balance: balanceOf(compared),
    overloaded: [...overloadedOf(compared)],
    people: loads.toSorted((one, other) => other.onCall - one.onCall || (one.personId < other.personId ? -1 : 1)),
  };
}
