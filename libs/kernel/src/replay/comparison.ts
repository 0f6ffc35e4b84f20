import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { between, later } from '../time.js';
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
  /** Canonical JSON. */
  readonly says: string;
  readonly lag: number;
}

interface Waiting {
  readonly was: Line[];
  readonly would: Line[];
}

type Pair = readonly [was: Line | undefined, would: Line | undefined];

/** Lines of one stream, compared one by one as they come: what is the same on both sides is let go. */
class Track {
  private readonly waiting: Waiting = { was: [], would: [] };
  private differs: Pair | undefined;

  constructor(private readonly tolerance: number) {}

  tell(which: keyof Waiting, line: Line): void {
    if (this.differs) return;
    const { was, would } = this.waiting;
    this.waiting[which].push(line);
    while (was.length > 0 && would.length > 0) {
      const [before, after] = [was.shift()!, would.shift()!];
      if (this.isSame(before, after)) continue;
      this.differs = [before, after];
      was.length = 0;
      would.length = 0;
    }
  }

  get isSettled(): boolean {
    return this.differs === undefined && this.waiting.was.length + this.waiting.would.length === 0;
  }

  /** The first difference, if nothing more is told: a line that has no other is one. */
  divergence(): Pair | undefined {
    return this.differs ?? (this.isSettled ? undefined : [this.waiting.was[0], this.waiting.would[0]]);
  }

  private isSame(was: Line, would: Line): boolean {
    return was.says === would.says && Math.abs(between(was.at, would.at)) <= this.tolerance + was.lag;
  }
}

interface Told {
  readonly own: Track;
  /** Of what several streams decide by in turn. */
  readonly shared: Track;
}

/** The part of an event that is compared; memory has it already. */
export type Outline = (event: Recorded, memory: MemoryRows) => unknown;

/** What two logs say of each stream, line by line. Of a stream on which both agree until now nothing is kept. */
export class Comparison {
  private readonly streams = new Map<string, Told>();
  private readonly now = { was: '', would: '' };

  /** `tolerance`: what comes that many milliseconds earlier or later counts as the same. */
  constructor(private readonly tolerance: number) {}

  /** In log order. `lag`: of its stream until then. */
  tell(which: keyof Waiting, { stream, ordinal, meta }: Recorded, says: unknown, { lag = 0, isShared = false } = {}): void {
    // the log’s time, which no clock that is set back takes back
    const at = later(this.now[which], meta.at);
    this.now[which] = at;
    if (says === undefined) return;
    const told = this.streams.get(stream) ?? { own: new Track(this.tolerance), shared: new Track(this.tolerance) };
    this.streams.set(stream, told);
    (isShared ? told.shared : told.own).tell(which, { ordinal, at, says: canonical(says), lag });
    if (told.own.isSettled && told.shared.isSettled) this.streams.delete(stream);
  }

  /** Of a stream the first that there is: in what it decides by itself, or else in what several streams decide by in turn. By stream. */
  *divergences(lagOf: (stream: string) => Lag): Iterable<Divergence> {
    for (const stream of [...this.streams.keys()].toSorted()) {
      const { own, shared } = this.streams.get(stream)!;
      const alone = own.divergence();
      const together = shared.divergence();
      const found = alone ?? together;
      if (!found) continue;
      const { sum, overtakenSince, sharedSince } = lagOf(stream);
      const isByItself = isSince(linesOf(found), overtakenSince);
      const isOfShared = together !== undefined && isSince(linesOf(together), sharedSince) && (!alone || follows(alone, together));
      const isLate = isByItself || isOfShared;
      yield { stream, was: shown(found[0]), would: shown(found[1]), because: isLate ? 'late' : 'change', lag: sum };
    }
  }
}

const linesOf = (pair: Pair): readonly Line[] => pair.filter((line) => line !== undefined);

const startOf = (pair: Pair): string => linesOf(pair).reduce((first, { at }) => (first < at ? first : at), linesOf(pair)[0]!.at);

const lagIn = (pair: Pair): number => Math.max(...linesOf(pair).map(({ lag }) => lag));

/** By how many milliseconds the two differ; undefined where there is but one. */
const shiftOf = ([was, would]: Pair): number | undefined => was && would && Math.abs(between(was.at, would.at));

/**
 * What a stream decides by itself, after its part of what is shared had gone another way, follows from that as far as it was moved no further: its
 * own plans wait for what is shared.
 */
const follows = (alone: Pair, together: Pair): boolean => {
  const [moved, shift] = [shiftOf(alone), shiftOf(together)];
  return moved !== undefined && shift !== undefined && startOf(together) <= startOf(alone) && moved <= shift + lagIn(alone);
};

const isSince = (lines: readonly Line[], since: string | null): boolean => since !== null && lines.some(({ at }) => since <= at);

const shown = (line: Line | undefined): Entry | undefined =>
  line && { ordinal: line.ordinal, at: line.at, says: JSON.parse(line.says) as unknown };
