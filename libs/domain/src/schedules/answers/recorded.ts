import type { OnCallPeriod, ShiftShown } from '@tocsin/contracts/schedule-answers.js';
import { earlier, later } from '@tocsin/kernel/time.js';

export interface Range {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

export interface Duties {
  readonly shifts: readonly ShiftShown[];
  readonly gaps: readonly (Range & { readonly intended: boolean })[];
}

/**
 * Recorded duties within a past range. `periods`: in order, starting with the one that contains the start of the range; each lasts until the next.
 * `knownFrom`: an instant at which the schedule existed. Before it and before the first period nothing was recorded: neither a shift nor a gap.
 */
export function recordedDuties(periods: readonly OnCallPeriod[], { from, to }: Range, knownFrom: string): Duties {
  const lasting = periods.flatMap(({ since, people }, n) => {
    const within = { from: later(since, from), to: earlier(periods[n + 1]?.since ?? to, to) };
    return within.from < within.to ? [{ ...within, people }] : [];
  });
  const first = lasting[0]?.from ?? to;
  const known = later(knownFrom, from);
  return {
    shifts: lasting.flatMap(({ people, ...within }) => people.map((duty): ShiftShown => ({ ...duty, ...within }))),
    gaps: [
      // before its first change no one was on call
      ...(known < first ? [{ from: known, to: first, intended: false }] : []),
      ...lasting.flatMap(({ people, ...within }) => (people.length === 0 ? [{ ...within, intended: false }] : [])),
    ],
  };
}
