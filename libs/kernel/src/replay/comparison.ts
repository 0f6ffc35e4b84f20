import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { between } from '../time.js';
import type { Lag } from './lags.js';
import { canonical } from './written.js';

/** One thing that is compared. */
export interface Entry {
  readonly ordinal: number;
  readonly at: string;
  /** What the outline says of the event. */
  readonly says: unknown;
}

/** Where a stream would have gone another way: the first entry that differs, absent where one of the two has ended. */
export interface Divergence {
  readonly stream: string;
  readonly was: Entry | undefined;
  readonly would: Entry | undefined;
  /** `late`: what was decided came later than it was due, and something overtook it, or it was moved. */
  readonly because: 'late' | 'change';
  /** How late everything about this stream had been by then, in milliseconds. */
  readonly lag: number;
}

interface Line {
  readonly ordinal: number;
  readonly at: string;
  readonly says: string;
  readonly lag: number;
  /** Of what several streams decide by in turn. */
  readonly isShared: boolean;
}

interface Told {
  readonly was: Line[];
  readonly would: Line[];
}

/** The part of an event that is compared; memory has it already. */
export type Outline = (event: Recorded, memory: MemoryRows) => unknown;

/** What two logs say of each stream, line by line. Texts are kept once: most are said again and again. */
export class Comparison {
  private readonly streams = new Map<string, Told>();
  private readonly texts = new Map<string, string>();

  /** `lag`: of its stream until then. */
  tell(which: keyof Told, { stream, ordinal, meta }: Recorded, says: unknown, { lag = 0, isShared = false } = {}): void {
    if (says === undefined) return;
    const told = this.streams.get(stream) ?? { was: [], would: [] };
    this.streams.set(stream, told);
    told[which].push({ ordinal, at: meta.at, says: this.text(canonical(says)), lag, isShared });
  }

  /** Of a stream the first that there is: in what it decides by itself, or else in what several streams decide by in turn. */
  *divergences(lagOf: (stream: string) => Lag, tolerance: number): Iterable<Divergence> {
    for (const [stream, told] of this.streams) {
      const { sum, overtakenSince, sharedSince } = lagOf(stream);
      const own = firstDivergence(told, false, tolerance);
      const found = own ?? firstDivergence(told, true, tolerance);
      if (!found) continue;
      const lines = found.filter((line) => line !== undefined);
      const isLate = isSince(lines, overtakenSince) || (!own && isSince(lines, sharedSince));
      yield { stream, was: shown(found[0]), would: shown(found[1]), because: isLate ? 'late' : 'change', lag: sum };
    }
  }

  private text(says: string): string {
    const known = this.texts.get(says);
    if (known !== undefined) return known;
    this.texts.set(says, says);
    return says;
  }
}

const firstDivergence = (
  told: Told,
  shared: boolean,
  tolerance: number,
): readonly [was: Line | undefined, would: Line | undefined] | undefined => {
  const [was, would] = [told.was, told.would].map((lines) => lines.filter(({ isShared }) => isShared === shared)) as [Line[], Line[]];
  for (let n = 0; n < Math.max(was.length, would.length); n += 1) {
    const [before, after] = [was[n], would[n]];
    const moved = before && after ? Math.abs(between(before.at, after.at)) : 0;
    if (before?.says !== after?.says || moved > tolerance + (before?.lag ?? 0)) return [before, after];
  }
  return undefined;
};

const isSince = (lines: readonly Line[], since: string | null): boolean => since !== null && lines.some(({ at }) => since <= at);

const shown = (line: Line | undefined): Entry | undefined =>
  line && { ordinal: line.ordinal, at: line.at, says: JSON.parse(line.says) as unknown };
