import type { ShiftShown } from '@tocsin/contracts/schedules/answers.js';
import type { DutyReasonShown } from '@tocsin/contracts/people/duty.js';

/** Ignores the version: one that did not change a turn must not split it. */
const isSameReason = (one: DutyReasonShown, other: DutyReasonShown): boolean => {
  if (one.kind === 'rotation' && other.kind === 'rotation')
    return one.layerId === other.layerId && one.slotId === other.slotId && one.from === other.from && one.to === other.to;
  if (one.kind === 'override' && other.kind === 'override')
    return one.overrideId === other.overrideId && one.replacesId === other.replacesId;
  return one.kind === 'temporary' && other.kind === 'temporary' && one.temporaryId === other.temporaryId && one.fallback === other.fallback;
};

/** Shifts by time. Consecutive ones with the same reason become one, joining recorded and computed parts. */
export function joinShifts(shifts: readonly ShiftShown[]): ShiftShown[] {
  const joinedList: ShiftShown[] = [];
  const lastIndexes = new Map<string, number>();
  for (const shift of shifts) {
    const at = lastIndexes.get(shift.personId);
    const before = at === undefined ? undefined : joinedList[at];
    if (at !== undefined && before?.to === shift.from && isSameReason(before.why, shift.why)) {
      joinedList[at] = { ...before, to: shift.to };
      continue;
    }
    lastIndexes.set(shift.personId, joinedList.length);
    joinedList.push(shift);
  }
  return joinedList;
}
