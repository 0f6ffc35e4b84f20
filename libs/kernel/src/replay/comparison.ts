import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { millisBetween, laterOf } from '../time.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';
import { canonicalJson } from './stored-form.js';

export interface Entry {
  readonly at: string;
  readonly says: unknown;
}

/** The first entries at which the two histories of a stream differ; one is undefined where that side has ended. */
export interface Divergence {
  readonly stream: string;
  readonly was: Entry | undefined;
  readonly would: Entry | undefined;
}

interface Line {
  readonly at: string;
  readonly says: string;
}

/** Plain data, so that it can be spilled. */
interface ComparedStream {
  readonly was: Line[];
  readonly would: Line[];
  /** Nothing is compared after the first difference. */
  firstDifference: readonly [was: Line, would: Line] | null;
}

type LogSide = 'was' | 'would';

/** Compares pair by pair as lines arrive; equal pairs are dropped. */
const addLine = (compared: ComparedStream, logSide: LogSide, line: Line, tolerance: number): void => {
  if (compared.firstDifference) return;
  const { was, would } = compared;
  compared[logSide].push(line);
  while (was.length > 0 && would.length > 0) {
    const [before, after] = [was.shift()!, would.shift()!];
    if (isSame(before, after, tolerance)) continue;
    compared.firstDifference = [before, after];
    was.length = 0;
    would.length = 0;
  }
};

const isSame = (was: Line, would: Line, tolerance: number): boolean =>
  was.says === would.says && Math.abs(millisBetween(was.at, would.at)) <= tolerance;

const isSettled = ({ firstDifference, was, would }: ComparedStream): boolean => firstDifference === null && was.length + would.length === 0;

/** The compared part of an event, which memory has folded already; undefined when nothing of it is compared. */
export type Outline = (event: Recorded, memory: MemoryRows) => unknown;

/**
 * Compares two logs stream by stream, entry by entry. A stream on which both agree so far takes no memory; of a differing one, only the name stays in
 * memory if there is a spill store.
 */
export class Comparison {
  /** Streams on which the logs differ, so far. */
  private readonly unsettledStreams = new Set<string>();
  private readonly streams: SpillingMap<ComparedStream>;
  private readonly now = { was: '', would: '' };

  /** `tolerance`: a shift of up to this many milliseconds counts as equal. */
  constructor(
    private readonly tolerance: number,
    spill?: SpillOptions,
  ) {
    this.streams = new SpillingMap('compared', spill);
  }

  /** Must be called in log order. */
  addEvent(logSide: LogSide, { stream, meta }: Recorded, says: unknown): void {
    // log time: the running maximum, so a clock that is set back has no effect
    const at = laterOf(this.now[logSide], meta.at);
    this.now[logSide] = at;
    if (says === undefined) return;
    // a settled stream may still be in the spill store
    const compared = (this.unsettledStreams.has(stream) && this.streams.get(stream)) || { was: [], would: [], firstDifference: null };
    addLine(compared, logSide, { at, says: canonicalJson(says) }, this.tolerance);
    if (isSettled(compared)) {
      this.unsettledStreams.delete(stream);
      this.streams.forget(stream);
    } else {
      this.unsettledStreams.add(stream);
      this.streams.set(stream, compared);
    }
  }

  /** Sorted by stream, read lazily. Call it after the last event. */
  *divergences(): Iterable<Divergence> {
    for (const stream of [...this.unsettledStreams].toSorted()) {
      const { firstDifference, was, would } = this.streams.get(stream)!;
      const [before, after] = firstDifference ?? [was[0], would[0]];
      yield { stream, was: toEntry(before), would: toEntry(after) };
    }
  }
}

const toEntry = (line: Line | undefined): Entry | undefined => line && { at: line.at, says: JSON.parse(line.says) as unknown };
