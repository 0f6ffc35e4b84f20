import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import type { TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { refuse } from '../../../rules/refuse.js';
import type { Shift } from '../shifts/shifts.js';

/** A person’s time on call that another takes over. */
export interface Handover {
  readonly personId: string;
  readonly toId: string;
  /** Who is on call in that time. */
  readonly shifts: readonly Shift[];
}

type TemporaryShift = TemporarySetting['shifts'][number];
type TemporaryChangedFact = ScheduleFact & { readonly type: 'TemporaryScheduleChanged' };

/** Whether an override can hand it over: where a temporary schedule puts them on call, overrides have no effect. */
export const isByOverride = ({ personId, shifts }: Handover): boolean =>
  shifts.some(({ person, reason }) => person === personId && reason.kind !== 'temporary');

/** The parts of a shift after a handover of some of its time. */
function divideShift(shift: TemporaryShift, from: string, to: string, toId: string): readonly TemporaryShift[] {
  if (shift.to <= from || to <= shift.from) return [shift];
  const [begin, end] = [shift.from > from ? shift.from : from, shift.to < to ? shift.to : to];
  const parts: readonly TemporaryShift[] = [
    { ...shift, to: begin },
    { personId: toId, from: begin, to: end },
    { ...shift, from: end },
  ];
  return parts.filter((part) => part.from < part.to);
}

/** In a gap the other fallback people stay, by shifts of their own, since a shift ends the gap. */
const fillGap = ({ fallback }: TemporarySetting, from: string, to: string, { personId, toId }: Handover): readonly TemporaryShift[] =>
  [...new Set(fallback.map((one) => (one === personId ? toId : one)))].map((one) => ({ personId: one, from, to }));

/** A temporary schedule after another person took over that person’s time in it. */
function handOverTime(temporary: TemporarySetting, handover: Handover): TemporarySetting {
  const { personId, toId } = handover;
  let { shifts } = temporary;
  for (const { person, reason, from: shiftFrom, to: ends } of handover.shifts) {
    if (person !== personId || reason.kind !== 'temporary' || reason.temporary !== temporary.temporaryId) continue;
    const [from, to] = [toInstant(shiftFrom), toInstant(ends)];
    shifts = reason.isFallback
      ? [...shifts, ...fillGap(temporary, from, to, handover)]
      : shifts.flatMap((shift) => (shift.personId === personId ? divideShift(shift, from, to, toId) : [shift]));
  }
  return shifts === temporary.shifts ? temporary : { ...temporary, shifts };
}

/** The changed temporary schedules; refused when one would have too many shifts. */
export function changeTemporaries(
  scheduleId: string,
  temporary: readonly TemporarySetting[],
  handovers: readonly Handover[],
): readonly TemporaryChangedFact[] | Refusal {
  const changedSchedules = temporary.flatMap((before) => {
    const after = handovers.reduce(handOverTime, before);
    return after === before ? [] : [after];
  });
  const limit = scheduleLimits.temporaryShifts;
  if (changedSchedules.some(({ shifts }) => shifts.length > limit)) return refuse('limit.temporary_shifts', { limit });
  return changedSchedules.map((one) => ({ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary: one } }));
}
