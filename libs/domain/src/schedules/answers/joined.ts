import type { ShiftShown } from '@tocsin/contracts/schedule-answers.js';
import type { DutyReasonShown } from '@tocsin/contracts/duty.js';

/** A version that changed nothing of a turn divides nothing. */
const isSameReason = (one: DutyReasonShown, other: DutyReasonShown): boolean => {
  if (one.kind === 'rotation' && other.kind === 'rotation')
    return one.layerId === other.layerId && one.slotId === other.slotId && one.from === other.from && one.to === other.to;
  if (one.kind === 'override' && other.kind === 'override')
    return one.overrideId === other.overrideId && one.replacesId === other.replacesId;
  return one.kind === 'temporary' && other.kind === 'temporary' && one.temporaryId === other.temporaryId && one.fallback === other.fallback;
};

/** Shifts in the order of time, those that follow each other for the same reason as one: what was recorded, and how it goes on. */
export function joinedShifts(shifts: readonly ShiftShown[]): ShiftShown[] {
  const joined: ShiftShown[] = [];
  const running = new Map<string, number>();
  for (const shift of shifts) {
    const at = running.get(shift.personId);
    const before = at === undefined ? undefined : joined[at];
    if (at !== undefined && before?.to === shift.from && isSameReason(before.why, shift.why)) {
      joined[at] = { ...before, to: shift.to };
      continue;
    }
    running.set(shift.personId, joined.length);
    joined.push(shift);
  }
  return joined;
}
