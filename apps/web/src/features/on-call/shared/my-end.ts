import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';

interface End {
  /** An instant. */
  readonly at: string;
  /** People on call from then on. */
  readonly then: readonly string[];
}

/** The end of my current, uninterrupted time on call. Null: not within the answer. `now`: milliseconds. */
export function myEnd({ final, to }: Pick<ShiftsAnswer, 'final' | 'to'>, me: string, now: number): End | null {
  const nowInstant = new Date(now).toISOString();
  const ownShifts = final.filter(({ personId }) => personId === me).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const at = ownShifts.reduce((end, shift) => (shift.from <= end && shift.to > end ? shift.to : end), nowInstant);
  if (at === nowInstant || at >= to) return null;
  return { at, then: [...new Set(final.filter((shift) => shift.from <= at && shift.to > at).map(({ personId }) => personId))] };
}
