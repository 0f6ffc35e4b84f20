import type { DraftAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ZoneOf } from '../shifts/layers.js';
import { clip, uniteIntervals, subtractIntervals } from '../shifts/intervals.js';
import type { Interval, Schedule } from '../shifts/schedule.js';
import { onCallWithin, type OnCall } from '../shifts/shifts.js';

/** A schedule with its on-call people within an interval. */
export interface ComputedSchedule {
  readonly schedule: Schedule;
  readonly zoneOf: ZoneOf;
  readonly within: Interval;
  readonly onCall: OnCall;
}

const timesOf = ({ shifts }: OnCall, personId: string | null): readonly Interval[] => shifts.filter(({ person }) => person === personId);

/** The times that an override changes: when a person is on call because of it, or is not. */
function effectOf(
  { kind, overrideId, personId, ...override }: OverrideSetting,
  { schedule, zoneOf, within, onCall }: ComputedSchedule,
): Interval[] {
  if (kind === 'add' || kind === 'replace')
    return uniteIntervals(onCall.shifts.filter(({ reason }) => reason.kind === 'override' && reason.override === overrideId));
  const overrideParts = clip({ from: toMillis(override.from), to: toMillis(override.to) }, within);
  if (kind === 'remove_everybody') return overrideParts;
  // a removed person appears nowhere, so the schedule is computed without the override and compared
  const withoutOverride = { ...schedule, overrides: schedule.overrides.filter(({ id }) => id !== overrideId) };
  const timesWithout = timesOf(onCall, personId);
  return overrideParts.flatMap((part) =>
    uniteIntervals(timesOf(onCallWithin(withoutOverride, zoneOf, part), personId)).flatMap((time) => subtractIntervals(time, timesWithout)),
  );
}

const toRanges = (times: readonly Interval[]) => times.map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) }));

/**
 * How an edit affects overrides that it does not change: those that no longer change anything, and those that take
 * effect at other times.
 */
export function listEffects(
  overrides: readonly OverrideSetting[],
  previous: ComputedSchedule,
  next: ComputedSchedule,
): Pick<DraftAnswer, 'orphaned' | 'moved'> {
  const effects = overrides
    .map((override) => ({
      overrideId: override.overrideId,
      before: toRanges(effectOf(override, previous)),
      after: toRanges(effectOf(override, next)),
    }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return {
    orphaned: effects.filter(({ after }) => after.length === 0).map(({ overrideId }) => overrideId),
    moved: effects.filter(({ after }) => after.length > 0),
  };
}
