import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { millisBetween, laterOf } from '../time.js';
import type { Lag } from './lags.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';
import { canonicalJson } from './stored-form.js';

/** One compared event. */
export interface Entry {
  readonly ordinal: number;
  readonly at: string;
  /** The outline of the event. */
  readonly says: unknown;
}

/** The first entries at which the two histories of a stream differ; one is absent where that side has ended. */
export interface Divergence {
  readonly stream: string;
  readonly was: Entry | undefined;
  readonly would: Entry | undefined;
  /** `late`: a decision came later than it was due, and something overtook it, or it was shifted. */
  readonly because: 'late' | 'change';
  /** Delay of everything in this stream by then, in milliseconds. */
  readonly lag: number;
}

interface Line {
  readonly ordinal: number;
  readonly at: string;
  /** Canonical JSON. */
  readonly says: string;
  readonly lag: number;
  /** A person or a sender caused it; it was not decided because its time had come. */
  readonly isFromOutside: boolean;
  /** The command that decided it: events of one decision have the same. */
  readonly decidedBy: string;
}

interface PendingLines {
  readonly was: Line[];
  readonly would: Line[];
}

type Pair = readonly [was: Line | undefined, would: Line | undefined];

/** The first difference in decisions shared with other streams under this name. */
interface SharedDivergence {
  readonly name: string;
  readonly pair: Pair;
}

/** Two sequences of lines of one stream. Plain data, so that it can be spilled. */
interface Track {
  readonly pendingLines: PendingLines;
  /** The first pair that differs; nothing is compared after it. */
  firstDifference: Pair | null;
}

const createTrack = (): Track => ({ pendingLines: { was: [], would: [] }, firstDifference: null });

/** Compares pair by pair as lines arrive; equal pairs are dropped. */
const addLine = (track: Track, logSide: keyof PendingLines, line: Line, tolerance: number): void => {
  if (track.firstDifference) return;
  const { was, would } = track.pendingLines;
  track.pendingLines[logSide].push(line);
  while (was.length > 0 && would.length > 0) {
    const [before, after] = [was.shift()!, would.shift()!];
    if (isSame(before, after, tolerance)) continue;
    track.firstDifference = [before, after];
    was.length = 0;
    would.length = 0;
  }
};

const isSame = (was: Line, would: Line, tolerance: number): boolean =>
  was.says === would.says && Math.abs(millisBetween(was.at, would.at)) <= tolerance + was.lag;

const isTrackSettled = ({ firstDifference: differs, pendingLines: { was, would } }: Track): boolean =>
  differs === null && was.length + would.length === 0;

/** The first divergence, provided no more lines come: a line without a counterpart counts as one. */
const divergenceOf = (track: Track): Pair | undefined =>
  track.firstDifference ?? (isTrackSettled(track) ? undefined : [track.pendingLines.was[0], track.pendingLines.would[0]]);

interface ComparedStream {
  readonly own: Track;
  /** Lines of decisions that several streams take in turn, by the name of what they share: each is a sequence of its own. */
  readonly shared: Map<string, Track>;
}

const isSettled = ({ own, shared }: ComparedStream): boolean => isTrackSettled(own) && [...shared.values()].every(isTrackSettled);

/** The part of an event that is compared; memory has folded the event already. */
export type Outline = (event: Recorded, memory: MemoryRows) => unknown;

/**
 * Compares two logs stream by stream, entry by entry. Nothing is stored for a stream on which both agree so far. Of a differing one, only the name
 * stays in memory if there is a spill store.
 */
export class Comparison {
  /** Streams on which both do not agree, or not yet. */
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

  /** Call it in log order. `lag`: the lag of the event’s stream so far. `shares`: the name of its shared decisions. */
  addEvent(
    logSide: keyof PendingLines,
    { stream, ordinal, meta }: Recorded,
    says: unknown,
    { lag = 0, shares = null }: { readonly lag?: number; readonly shares?: string | null } = {},
  ): void {
    // log time: the running maximum, so a clock that is set back has no effect
    const at = laterOf(this.now[logSide], meta.at);
    this.now[logSide] = at;
    if (says === undefined) return;
    // a completed one may still be in the spill store
    const comparedStream = (this.unsettledStreams.has(stream) && this.streams.get(stream)) || {
      own: createTrack(),
      shared: new Map<string, Track>(),
    };
    const isFromOutside = meta.actor.kind !== 'system';
    const line = { ordinal, at, says: canonicalJson(says), lag, isFromOutside, decidedBy: meta.commandId };
    addLine(trackFor(comparedStream, shares), logSide, line, this.tolerance);
    if (isSettled(comparedStream)) {
      this.unsettledStreams.delete(stream);
      this.streams.forget(stream);
    } else {
      this.unsettledStreams.add(stream);
      this.streams.set(stream, comparedStream);
    }
  }

  /**
   * The first divergence of each stream, sorted by stream: in its own decisions, or else in those it takes in turn with
   * others. They are read one by one.
   */
  *divergences(lagOf: (stream: string) => Lag): Iterable<Divergence> {
    for (const stream of [...this.unsettledStreams].toSorted()) {
      const { own, shared } = this.streams.get(stream)!;
      const ownPair = divergenceOf(own);
      const sharedPairs = [...shared]
        .flatMap(([name, track]): SharedDivergence[] => {
          const pair = divergenceOf(track);
          return pair ? [{ name, pair }] : [];
        })
        .toSorted(byStart);
      const pair = ownPair ?? sharedPairs[0]?.pair;
      if (!pair) continue;
      const lag = lagOf(stream);
      const { sum, overtakenSince, sharedSince } = lag;
      const isByItself = isAnyAfter(linesOf(pair), overtakenSince);
      const mayFollow = sharedPairs.filter(({ pair }) => isAnyAfter(linesOf(pair), sharedSince));
      const isOfShared = mayFollow.some((one) => !ownPair || doesFollow(ownPair, one, lag));
      const isLate = isByItself || isOfShared;
      yield { stream, was: toEntry(pair[0]), would: toEntry(pair[1]), because: isLate ? 'late' : 'change', lag: sum };
    }
  }
}

const trackFor = ({ own, shared }: ComparedStream, shares: string | null): Track => {
  if (shares === null) return own;
  const track = shared.get(shares) ?? createTrack();
  shared.set(shares, track);
  return track;
};

const linesOf = (pair: Pair): readonly Line[] => pair.filter((line) => line !== undefined);

const startOf = (pair: Pair): string => linesOf(pair).reduce((first, { at }) => (first < at ? first : at), linesOf(pair)[0]!.at);

const byStart = (a: SharedDivergence, b: SharedDivergence): number => (startOf(a.pair) < startOf(b.pair) ? -1 : 1);

const lagOfPair = (pair: Pair): number => Math.max(...linesOf(pair).map(({ lag }) => lag));

/** The difference between the two times in milliseconds; undefined when there is only one. */
const shiftOf = ([was, would]: Pair): number | undefined => was && would && Math.abs(millisBetween(was.at, would.at));

const isSameThing = ([was, would]: Pair): boolean => was?.says === would?.says;

/** Whether a plan was overtaken by external input on one side only: on the other side it was still pending then. */
const isOvertaken = ([was, would]: Pair): boolean => {
  if (!was || !would || was.isFromOutside === would.isFromOutside) return false;
  const [planned, outside] = was.isFromOutside ? [would, was] : [was, would];
  return planned.at < outside.at;
};

/** Both were decided together, on either side: whose turn it is decides who is paged. */
const isOneDecision = (ownPair: Pair, sharedPairs: Pair): boolean =>
  ownPair.every((line, side) => line !== undefined && line.decidedBy === sharedPairs[side]?.decidedBy);

/** Something from outside ended what, as was recorded, still waited for what is shared, and so it never came there. */
const isEndedInWait = ([was, would]: Pair, { name, pair: [sharedThen] }: SharedDivergence, { waitedIn }: Lag): boolean =>
  isOvertaken([was, would]) && was?.isFromOutside === true && sharedThen === undefined && waitedIn.includes(name);

/**
 * Whether a stream’s own divergence follows from one in its shared decisions. It is shifted no further (plus its lag),
 * and either belongs to the same decision, or starts later, because the stream’s own plans wait for what is shared: then
 * it is the same thing at another time, or something from outside overtook what waits, or ended it. Another decision in
 * its place is a change.
 */
const doesFollow = (ownPair: Pair, shared: SharedDivergence, lag: Lag): boolean => {
  const sharedPairs = shared.pair;
  if (isEndedInWait(ownPair, shared, lag)) return startOf(sharedPairs) < startOf(ownPair);
  const [ownShift, shift] = [shiftOf(ownPair), shiftOf(sharedPairs)];
  if (ownShift === undefined || shift === undefined || ownShift > shift + lagOfPair(ownPair)) return false;
  if (isOneDecision(ownPair, sharedPairs)) return true;
  return startOf(sharedPairs) < startOf(ownPair) && (isSameThing(ownPair) || isOvertaken(ownPair));
};

const isAnyAfter = (lines: readonly Line[], since: string | null): boolean => since !== null && lines.some(({ at }) => since <= at);

const toEntry = (line: Line | undefined): Entry | undefined =>
  line && { ordinal: line.ordinal, at: line.at, says: JSON.parse(line.says) as unknown };
