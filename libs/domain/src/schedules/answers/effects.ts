import type { DraftAnswer } from '@tocsin/contracts/schedule-answers.js';
import type { OverrideSetting } from '@tocsin/contracts/overrides.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ZoneOf } from '../shifts/layers.js';
import { clip, united, without } from '../shifts/intervals.js';
import type { Interval, Schedule } from '../shifts/schedule.js';
import { onCallWithin, type OnCall } from '../shifts/shifts.js';

/** A schedule with its on-call people within an interval. */
export interface Computed {
  readonly schedule: Schedule;
  readonly zoneOf: ZoneOf;
  readonly within: Interval;
  readonly onCall: OnCall;
}

const timesOf = ({ shifts }: OnCall, personId: string | null): readonly Interval[] => shifts.filter(({ person }) => person === personId);

/** The times that an override changes: when a person is on call because of it, or is not. */
function effectOf(
  { kind, overrideId, personId, ...override }: OverrideSetting,
  { schedule, zoneOf, within, onCall }: Computed,
): Interval[] {
  if (kind === 'add' || kind === 'replace')
    return united(onCall.shifts.filter(({ reason }) => reason.kind === 'override' && reason.override === overrideId));
  const lasting = clip({ from: toMillis(override.from), to: toMillis(override.to) }, within);
  if (kind === 'remove_everybody') return lasting;
  // a removed person appears nowhere, so the schedule is computed without the override and compared
  const others = { ...schedule, overrides: schedule.overrides.filter(({ id }) => id !== overrideId) };
  const there = timesOf(onCall, personId);
  return lasting.flatMap((part) => united(timesOf(onCallWithin(others, zoneOf, part), personId)).flatMap((time) => without(time, there)));
}

const shown = (times: readonly Interval[]) => times.map(({ from, to }) => ({ from: toInstant(from), to: toInstant(to) }));

/**
 * How an edit affects overrides that it does not change: those that no longer change anything, and those that take
 * effect at other times.
 */
export function effectsOn(overrides: readonly OverrideSetting[], was: Computed, is: Computed): Pick<DraftAnswer, 'orphaned' | 'moved'> {
  const effects = overrides
    .map((override) => ({
      overrideId: override.overrideId,
      before: shown(effectOf(override, was)),
      after: shown(effectOf(override, is)),
    }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return {
    orphaned: effects.filter(({ after }) => after.length === 0).map(({ overrideId }) => overrideId),
    moved: effects.filter(({ after }) => after.length > 0),
  };
}
