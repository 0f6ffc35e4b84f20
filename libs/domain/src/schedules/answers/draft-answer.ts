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
const changesListed = 20;

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

interface Pair {
  readonly at: number;
  readonly before: string[];
  readonly after: string[];
}

/** The interval cut wherever one of the two changes, with who is on call by both. Both lists tile the same interval. */
function* pairs(was: readonly Segment[], is: readonly Segment[]): Generator<Pair> {
  let [n, m] = [0, 0];
  while (n < was.length || m < is.length) {
    const [one, other] = [was[n], is[m]];
    yield { at: Math.max(one?.from ?? 0, other?.from ?? 0), before: peopleOf(one), after: peopleOf(other) };
    const end = Math.min(endOf(one), endOf(other));
    if (endOf(one) === end) n++;
    if (endOf(other) === end) m++;
  }
}

const endOf = (segment: Segment | undefined): number => segment?.to ?? Number.POSITIVE_INFINITY;

/** The points where the two start to differ, or differ in another way. */
function changesBetween(was: readonly Segment[], is: readonly Segment[]): DraftAnswer['changes'] {
  const changes: DraftAnswer['changes'] = [];
  let last = '';
  for (const { at, ...here } of pairs(was, is)) {
    const difference = here.before.join() === here.after.join() ? '' : JSON.stringify(here);
    if (difference !== '' && difference !== last) changes.push({ at: toInstant(at), ...here });
    if (changes.length === changesListed) break;
    last = difference;
  }
  return changes;
}
