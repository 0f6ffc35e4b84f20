import type { ShiftShown } from '@tocsin/contracts/schedules/answers.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { DutyReasonShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { zonesOf } from '../schedules/shared/zones-of.js';

/** From an instant to another. */
export type Range = Pick<ShiftShown, 'from' | 'to'>;

/** A shift as a calendar event. */
export interface FeedShift extends Range {
  /** Stays the same when the shift is moved: derived from what put the person on call. */
  readonly uid: string;
  readonly personId: string;
}

type FeedSchedule = Pick<ScheduleRow, 'id' | 'timeZone' | 'zones'>;

/** Source of a shift: the turn of a layer by its number, an override, or a temporary schedule. */
function originOf(dutyReason: DutyReasonShown): string {
  if (dutyReason.kind === 'override') return dutyReason.overrideId;
  if (dutyReason.kind === 'temporary') return dutyReason.temporaryId;
  return `${dutyReason.layerId}.${dutyReason.turn ?? dutyReason.from}`;
}

/**
 * The shifts of a schedule with stable names. One turn, or one override, may put the same person on call several times:
 * each part is named by the day on which it begins, counted from the first. `read`: a shift that began before this
 * range is known only from there on, and counts as a first part. Parts of one name that begin on different days,
 * because edits interrupted a running turn, are counted from the first one read.
 */
export function feedShiftsOf(schedule: FeedSchedule, shifts: readonly ShiftShown[], range: Range): FeedShift[] {
  const zone = zonesOf(schedule)(schedule.timeZone);
  const dayOf = (instant: string) => Math.floor(zone.wallAt(toMillis(instant)) / duration.day);
  const parts = new Map<string, number>();
  return shifts.map(({ personId, from, to, why }) => {
    const days = from === range.from ? 0 : dayOf(from) - dayOf(why.from ?? from);
    const part = [schedule.id, originOf(why), personId, days].join('.');
    const nth = parts.get(part) ?? 0;
    parts.set(part, nth + 1);
    return { uid: `${part}.${nth}@tocsin`, personId, from, to };
  });
}
