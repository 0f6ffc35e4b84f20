import type { ShiftShown } from '@tocsin/contracts/schedule-answers.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { DutyReasonShown } from '@tocsin/contracts/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { zonesOf } from '../schedules/shared/zones-of.js';

/** From an instant to another. */
export type Range = Pick<ShiftShown, 'from' | 'to'>;

/** A shift as calendars know it. */
export interface FeedShift extends Range {
  /** The same however the shift is moved: it is named by what it comes from. */
  readonly uid: string;
  readonly personId: string;
}

type Named = Pick<ScheduleRow, 'id' | 'timeZone' | 'zones'>;

/** What put them on call: the turn of a layer by its place in the count, an override, a temporary schedule. */
function originOf(why: DutyReasonShown): string {
  if (why.kind === 'override') return why.overrideId;
  if (why.kind === 'temporary') return why.temporaryId;
  return `${why.layerId}.${why.turn ?? why.from}`;
}

/**
 * The shifts of a schedule by names that stay. One turn, or one override, may put the same person on call several times: each part is named by
 * the day on which it begins, counted from the first. `read`: shifts that began before it are known from there on, and are first parts.
 * Parts of one name that begin on different days, because edits took a running turn from somebody and gave it back, are counted from the first read.
 */
export function feedShifts(schedule: Named, shifts: readonly ShiftShown[], read: Range): FeedShift[] {
  const zone = zonesOf(schedule)(schedule.timeZone);
  const dayOf = (instant: string) => Math.floor(zone.wallAt(toMillis(instant)) / duration.day);
  const parts = new Map<string, number>();
  return shifts.map(({ personId, from, to, why }) => {
    const days = from === read.from ? 0 : dayOf(from) - dayOf(why.from ?? from);
    const part = [schedule.id, originOf(why), personId, days].join('.');
    const nth = parts.get(part) ?? 0;
    parts.set(part, nth + 1);
    return { uid: `${part}.${nth}@tocsin`, personId, from, to };
  });
}
