import { Tally, type Stretch } from '../quality/tally.js';
import type { Interval } from '../shifts/schedule.js';
import type { Zone } from '../shifts/zone.js';

/** A stretch of time with the same people on call, in milliseconds. */
export interface Duty {
  readonly from: number;
  readonly to: number;
  readonly people: readonly string[];
}

export interface OnCallHours {
  readonly personId: string;
  readonly shifts: number;
  /** Milliseconds in total, and in nights, on weekends and on holidays. */
  readonly onCall: number;
  readonly nights: number;
  readonly weekends: number;
  readonly holidays: number;
}

/**
 * Counts people’s time on call, by the rules of a schedule’s balance. The duties are consecutive, without gaps between
 * them.
 */
export function onCallHours(
  duties: readonly Duty[],
  daysOf: (personId: string) => { readonly zone: Zone; readonly holidays: Iterable<string> },
): readonly OnCallHours[] {
  const [first, last] = [duties[0], duties.at(-1)];
  if (!first || !last) return [];
  const wholeRange: Interval = { from: first.from, to: last.to };
  const tally = new Tally(daysOf, wholeRange);
  tally.add(duties.map(asStretch), wholeRange);
  return [...tally.people].map(([personId, counted]) => ({ personId, ...counted })).toSorted((a, b) => (a.personId < b.personId ? -1 : 1));
}

const asStretch = ({ from, to, people }: Duty): Stretch => ({ from, to, duties: people.map((person) => ({ person })), isIntended: false });
