import type { DraftAnswer, OnCallPeriod } from '@tocsin/contracts/schedule-answers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { later, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import type { Segment } from '../shifts/schedule.js';
import type { OnCall } from '../shifts/shifts.js';
import type { Drafted } from './drafted.js';
import { orphanedCovers } from './orphaned-covers.js';
import { effectsOn, type Computed } from './effects.js';
import type { Range } from './recorded.js';
import { computed, shiftsAnswer } from './shifts-answer.js';

/** At most this many changes are listed; more would not be read. */
const changesTold = 20;

/** The effects of a change that is not saved. */
export function draftAnswer({ before, after, covers }: Drafted, periods: readonly OnCallPeriod[], range: Range, now: string): DraftAnswer {
  const ahead = { from: later(range.from, now), to: range.to };
  const [was, is] = [within(before, ahead), within(after, ahead)];
  return {
    ...shiftsAnswer(after, periods, range, now),
    version: before.version,
    people: changedTimes(was.onCall, is.onCall),
    changes: changesBetween(was.onCall.segments, is.onCall.segments),
    orphanedCovers: orphanedCovers(covers, was.onCall, is.onCall),
    ...effectsOn(
      before.overrides.filter((override) => after.overrides.includes(override)),
      was,
      is,
    ),
  };
}

function within(row: ScheduleRow, { from, to }: Range): Computed {
  const [schedule, zoneOf] = [asSchedule(row), zonesOf(row)];
  return { schedule, zoneOf, within: { from: toMillis(from), to: toMillis(to) }, onCall: computed(schedule, zoneOf, { from, to }) };
}

const timesOf = ({ segments }: OnCall): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { from, to, duties } of segments) for (const { person } of duties) times.set(person, (times.get(person) ?? 0) + to - from);
  return times;
};

function changedTimes(was: OnCall, is: OnCall): DraftAnswer['people'] {
  const [before, after] = [timesOf(was), timesOf(is)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((personId) => ({ personId, before: before.get(personId) ?? 0, after: after.get(personId) ?? 0 }))
    .filter((one) => one.before !== one.after);
}

const peopleOf = (segment: Segment | undefined): string[] => segment?.duties.map(({ person }) => person).toSorted() ?? [];

/** The points where the two start to differ, or differ in another way. Both lists tile the same interval. */
function changesBetween(was: readonly Segment[], is: readonly Segment[]): DraftAnswer['changes'] {
  const changes: DraftAnswer['changes'] = [];
  let last = '';
  let [n, m] = [0, 0];
  while ((n < was.length || m < is.length) && changes.length < changesTold) {
    const [one, other] = [was[n], is[m]];
    const here = { before: peopleOf(one), after: peopleOf(other) };
    const difference = here.before.join() === here.after.join() ? '' : JSON.stringify(here);
    if (difference !== '' && difference !== last) changes.push({ at: toInstant(Math.max(one?.from ?? 0, other?.from ?? 0)), ...here });
    last = difference;
    const end = Math.min(one?.to ?? Number.POSITIVE_INFINITY, other?.to ?? Number.POSITIVE_INFINITY);
    if (one === undefined || one.to === end) n++;
    if (other === undefined || other.to === end) m++;
  }
  return changes;
}
