import type { OnCallPeriod, ShiftShown } from '@tocsin/contracts/schedules/answers.js';
import { earlierOf, laterOf } from '@tocsin/kernel/time.js';

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
export function listRecordedDuties(periods: readonly OnCallPeriod[], { from, to }: Range, knownFrom: string): Duties {
  const lastingPeriods = periods.flatMap(({ since, people }, n) => {
    const period = { from: laterOf(since, from), to: earlierOf(periods[n + 1]?.since ?? to, to) };
    return period.from < period.to ? [{ ...period, people }] : [];
  });
  const first = lastingPeriods[0]?.from ?? to;
  const knownSince = laterOf(knownFrom, from);
  return {
    shifts: lastingPeriods.flatMap(({ people, ...within }) => people.map((duty): ShiftShown => ({ ...duty, ...within }))),
    gaps: [
      // before its first change no one was on call
      ...(knownSince < first ? [{ from: knownSince, to: first, intended: false }] : []),
      ...lastingPeriods.flatMap(({ people, ...within }) => (people.length === 0 ? [{ ...within, intended: false }] : [])),
    ],
  };
}
