import type { DraftAnswer, OnCallPeriod } from '@tocsin/contracts/schedules/answers.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { addMillis, laterOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { asSchedule } from '../as-schedule.js';
import { listMovedShifts } from '../shared/moved-shifts.js';
import { zonesOf } from '../shared/zones-of.js';
import type { Segment } from '../shifts/schedule.js';
import type { OnCall } from '../shifts/shifts.js';
import { isOpen, type Covers } from '../covers/covers-fold.js';
import type { ScheduleDraft } from './draft-schedule.js';
import { listEffects, type ComputedSchedule } from './effects.js';
import type { Range } from './recorded-duties.js';
import { computeOnCall, answerShifts } from './shifts-answer.js';

const isOnCall = ({ personId, from, to }: CoverRequest, { shifts }: Pick<OnCall, 'shifts'>): boolean =>
  shifts.some((shift) => shift.person === personId && shift.from < toMillis(to) && shift.to > toMillis(from));

/** Open cover requests whose requester is no longer on call in that time. */
const listOrphanedCovers = (covers: Covers, previous: Pick<OnCall, 'shifts'>, next: Pick<OnCall, 'shifts'>): string[] =>
  covers.filter((cover) => isOpen(cover) && isOnCall(cover, previous) && !isOnCall(cover, next)).map(({ coverId }) => coverId);

/** At most this many changes are listed; more would not be read. */
const changesListed = 20;

/** The effects of a change that is not saved. */
export function answerDraft(
  { before, after, covers }: ScheduleDraft,
  periods: readonly OnCallPeriod[],
  range: Range,
  now: string,
): DraftAnswer {
  const ahead = { from: laterOf(range.from, now), to: range.to };
  const [savedPart, draftPart] = [computeWithin(before, ahead), computeWithin(after, ahead)];
  return {
    ...answerShifts(after, periods, range, now),
    version: before.version,
    people: listChangedTimes(savedPart.onCall, draftPart.onCall),
    told: listTold(before, after, now),
    changes: listChanges(savedPart.onCall.segments, draftPart.onCall.segments),
    orphanedCovers: listOrphanedCovers(covers, savedPart.onCall, draftPart.onCall),
    ...listEffects(
      before.overrides.filter((override) => after.overrides.includes(override)),
      savedPart,
      draftPart,
    ),
  };
}

const listTold = (before: ScheduleRow, after: ScheduleRow, now: string): DraftAnswer['told'] =>
  listMovedShifts(before, after, { from: now, to: addMillis(now, noticeLimits.shiftsAhead) }).map((moved) => ({
    personId: moved.personId,
    lost: moved.before.length,
    gained: moved.after.length,
  }));

function computeWithin(row: ScheduleRow, { from, to }: Range): ComputedSchedule {
  const [schedule, zoneOf] = [asSchedule(row), zonesOf(row)];
  return { schedule, zoneOf, within: { from: toMillis(from), to: toMillis(to) }, onCall: computeOnCall(schedule, zoneOf, { from, to }) };
}

const timesOf = ({ segments }: OnCall): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { from, to, duties } of segments) for (const { person } of duties) times.set(person, (times.get(person) ?? 0) + to - from);
  return times;
};

function listChangedTimes(previous: OnCall, next: OnCall): DraftAnswer['people'] {
  const [before, after] = [timesOf(previous), timesOf(next)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((personId) => ({ personId, before: before.get(personId) ?? 0, after: after.get(personId) ?? 0 }))
    .filter((one) => one.before !== one.after);
}

/** The stretches in which other people are on call than before. */
export function listDifferences({ before, after }: ScheduleDraft, { from, to }: Range): readonly Stretch[] {
  const [saved, draft] = [computeWithin(before, { from, to }), computeWithin(after, { from, to })];
  const stretches: Stretch[] = [];
  for (const { at, end, before: was, after: becomes } of listPairs(saved.onCall.segments, draft.onCall.segments)) {
    const last = stretches.at(-1);
    if (was.join() === becomes.join()) continue;
    const isContinued = last?.to === toInstant(at) && last.was.join() === was.join() && last.becomes.join() === becomes.join();
    if (isContinued) stretches[stretches.length - 1] = { ...last, to: toInstant(Math.min(end, toMillis(to))) };
    else stretches.push({ from: toInstant(at), to: toInstant(Math.min(end, toMillis(to))), was, becomes });
  }
  return stretches;
}

export interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly was: readonly string[];
  readonly becomes: readonly string[];
}

const peopleOf = (segment: Segment | undefined): string[] => segment?.duties.map(({ person }) => person).toSorted() ?? [];

interface Pair {
  readonly at: number;
  readonly end: number;
  readonly before: string[];
  readonly after: string[];
}

/** The interval cut wherever one of the two changes, with who is on call by both. Both lists tile the same interval. */
function* listPairs(previous: readonly Segment[], next: readonly Segment[]): Generator<Pair> {
  let [n, m] = [0, 0];
  while (n < previous.length || m < next.length) {
    const [one, other] = [previous[n], next[m]];
    const end = Math.min(endOf(one), endOf(other));
    yield { at: Math.max(one?.from ?? 0, other?.from ?? 0), end, before: peopleOf(one), after: peopleOf(other) };
    if (endOf(one) === end) n++;
    if (endOf(other) === end) m++;
  }
}

const endOf = (segment: Segment | undefined): number => segment?.to ?? Number.POSITIVE_INFINITY;

/** The points where the two start to differ, or differ in another way. */
function listChanges(previous: readonly Segment[], next: readonly Segment[]): DraftAnswer['changes'] {
  const changes: DraftAnswer['changes'] = [];
  let last = '';
  for (const { at, end: _end, ...currentPair } of listPairs(previous, next)) {
    const difference = currentPair.before.join() === currentPair.after.join() ? '' : JSON.stringify(currentPair);
    if (difference !== '' && difference !== last) changes.push({ at: toInstant(at), ...currentPair });
    if (changes.length === changesListed) break;
    last = difference;
  }
  return changes;
}
