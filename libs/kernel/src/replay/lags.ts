import type { Recorded } from '@tocsin/contracts/envelope.js';
import { between, later, plus } from '../time.js';
import type { Batch, History } from './history.js';
import type { Origin } from './origin.js';
import type { PlannedTimers } from './planned-timers.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

/** The outside event that an event about a stream really follows from. */
export interface Followed {
  readonly stream: string;
  /** The ordinal of the outside event. */
  readonly ordinal: number;
}

/** Delay of the decisions about a stream. */
export interface Lag {
  /** The total lateness so far, in milliseconds: plans made late are late themselves. */
  readonly sum: number;
  /** Since when the stream may differ from the course without the lag: something overtook the late part. */
  readonly overtakenSince: string | null;
  /** The same for decisions that several streams take in turn. */
  readonly sharedSince: string | null;
  /** Names of queues in which it has waited for others. */
  readonly waitedIn: readonly string[];
}

interface Pending {
  /** When the event it follows from came in. */
  readonly since: string;
  readonly follows: number;
  /** The event by which it was decided. */
  readonly cause: number;
}

interface Watched {
  sum: number;
  overtakenSince: string | null;
  sharedSince: string | null;
  waitedIn: readonly string[];
  /** The last thing that came from outside or from another stream. */
  news: { readonly at: string; readonly ordinal: number };
  /** Decisions made elsewhere about this stream that may not have been applied to it yet. */
  pending: readonly Pending[];
}

/** An entry of a queue in which streams wait for each other. */
export interface Queued {
  /** The name of the queue. */
  readonly name: string;
  /** Number of preceding entries that determine when it was due. */
  readonly behind: number;
  /**
   * Whether later entries wait for it: as late as its whole stream was, or only as late as this entry was (for streams
   * that cover many things).
   */
  readonly holdsUp: false | 'with its stream' | 'by itself';
  /** It is still to come. */
  readonly waits?: true;
}

/** At most this many entries of a queue are remembered. */
const longestQueue = 64;

/** Dependencies of a domain’s decisions outside their own stream. */
export interface Knows {
  readonly follows: (event: Recorded) => readonly Followed[];
  /** Names of the things that several streams decide in turn. */
  readonly shares: (event: Recorded) => readonly string[];
  /** The position of an event in queues with events of other streams. */
  readonly queues: (event: Recorded) => readonly Queued[];
  /** Streams that decisions about all others read. */
  readonly isConfiguration: (stream: string) => boolean;
  /** Whether the inputs of these events’ decision changed between two instants by time alone. */
  readonly hasTurned: (events: readonly Recorded[], from: string, to: string) => boolean;
}

const nothing = { at: '', ordinal: 0 };
const none: Lag = { sum: 0, overtakenSince: null, sharedSince: null, waitedIn: [] };

/** The ordinal of the event that planned the timer; 0 where it was none. */
const plannerOf = ({ kind, cause }: Origin): number => (kind === 'timer' ? (cause?.ordinal ?? 0) : 0);

/**
 * Measures, along a recorded log, how late each stream was: its timers, its reactions, and the runs in which its
 * signals were decided. A lag shifts what comes after it, and may swap the order of two things; it has no other effect.
 */
export class Lags {
  private readonly streams: SpillingMap<Watched>;
  private configured = nothing;
  /** Names of shared decisions that came late. */
  private readonly lateShares = new Set<string>();
  /** By queue: delays of the last entries that others wait for, in milliseconds. */
  private readonly queues = new Map<string, readonly number[]>();
  private handledUpTo = 0;
  private logTime = '';

  constructor(
    private readonly history: History,
    private readonly timers: PlannedTimers,
    private readonly knows: Knows,
    spill?: SpillOptions,
  ) {
    this.streams = new SpillingMap('lags', spill);
  }

  of(stream: string): Lag {
    return this.streams.get(stream) ?? none;
  }

  /** Takes the next batch, in log order, before memory has folded it. */
  add(batch: Batch, origin: Origin | undefined): void {
    const { stream, meta, ordinal, events } = batch;
    this.handledUpTo = Math.max(this.handledUpTo, meta.handledUpTo ?? 0);
    this.setBack(stream, meta.at);
    const isInput = !origin || origin.kind === 'input';
    if (isInput && this.knows.isConfiguration(stream)) this.configured = { at: meta.at, ordinal };
    const followed = events.flatMap((event) => this.knows.follows(event));
    this.decidedForOthers(batch, followed);
    const own = followed.filter((one) => one.stream === stream);
    const dueAt = this.earliest(own) ?? origin?.dueAt ?? meta.at;
    if (!isInput) this.late(stream, dueAt, batch, plannerOf(origin));
    this.queue(stream, isInput ? 0 : Math.max(0, between(dueAt, meta.at)), batch);
    this.share(stream, dueAt, batch);
    this.order(batch, origin, own, dueAt);
  }

  /** Finds events that precede their dependencies, and records dependencies of later timers. */
  private order(batch: Batch, origin: Origin | undefined, own: readonly Followed[], dueAt: string): void {
    const { stream } = batch;
    const kind = origin?.kind ?? 'input';
    if (kind === 'input') this.overtake(stream);
    if (kind === 'timer') this.overtake(stream, dueAt);
    if (kind === 'reaction') this.done(stream, origin?.cause?.ordinal ?? 0, Math.max(0, ...own.map((one) => one.ordinal)));
    if (kind === 'input' || kind === 'reaction') this.news(stream, batch);
  }

  /** While a clock is behind log time, log time does not advance: plans are early by the difference. */
  private setBack(stream: string, at: string): void {
    this.logTime = later(this.logTime, at);
    const behind = between(at, this.logTime);
    if (behind === 0) return;
    const watched = this.watch(stream);
    watched.sum = Math.max(watched.sum, behind);
  }

  private decidedForOthers(batch: Batch, followed: readonly Followed[]): void {
    for (const about of new Set(followed.map((one) => one.stream))) {
      if (about !== batch.stream) this.decidedElsewhere(about, batch, followed);
    }
  }

  private decidedElsewhere(about: string, batch: Batch, followed: readonly Followed[]): void {
    const those = followed.filter((one) => one.stream === about);
    const dueAt = this.earliest(those);
    if (dueAt === undefined) return;
    this.late(about, dueAt, batch, batch.ordinal);
    const watched = this.watch(about);
    const cause = batch.events.at(-1)!.ordinal;
    const pending = those.map(({ ordinal }): Pending => ({
      since: this.earliest([{ stream: about, ordinal }]) ?? dueAt,
      follows: ordinal,
      cause,
    }));
    watched.pending = [...watched.pending.filter((one) => one.cause > this.handledUpTo), ...pending];
  }

  private earliest(followed: readonly Followed[]): string | undefined {
    const instants = followed.flatMap(({ ordinal }) => this.history.at(ordinal)?.meta.at ?? []);
    return instants.length === 0 ? undefined : instants.reduce((first, at) => (at < first ? at : first));
  }

  /** `since`: the ordinal of the event that planned it. */
  private late(stream: string, dueAt: string, { meta, events }: Batch, since: number): void {
    const by = between(dueAt, meta.at);
    const watched = this.watch(stream);
    const from = plus(dueAt, -watched.sum);
    const { news } = watched;
    const isOvertaken = [news, this.configured].some(({ at, ordinal }) => ordinal > since && at >= from && at <= meta.at);
    if (isOvertaken && (by > 0 || watched.sum > 0)) watched.overtakenSince ??= from;
    // decided in time, it would have been based on other data
    if (from < meta.at && this.knows.hasTurned(events, from, meta.at)) watched.overtakenSince ??= from;
    if (by > 0) watched.sum += by;
  }

  /** Once a shared decision was late, every later one of the same name may have come out differently. */
  private share(stream: string, dueAt: string, { events }: Batch): void {
    const names = new Set(events.flatMap((event) => this.knows.shares(event)));
    if (names.size === 0) return;
    const watched = this.watch(stream);
    for (const name of names) {
      const isLate = watched.sum > 0 || this.lateShares.has(name);
      if (!isLate) continue;
      this.lateShares.add(name);
      watched.sharedSince ??= plus(dueAt, -watched.sum);
    }
  }

  /** An entry that waits for others is as late as the latest of them, plus its own lateness. */
  private queue(stream: string, by: number, { events }: Batch): void {
    for (const { name, behind, holdsUp, waits } of events.flatMap((event) => this.knows.queues(event))) {
      const before = this.queues.get(name) ?? [];
      const watched = this.watch(stream);
      const inherited = behind === 0 ? 0 : Math.max(0, ...before.slice(-behind)) + by;
      watched.sum = Math.max(watched.sum, inherited);
      if (waits && !watched.waitedIn.includes(name)) watched.waitedIn = [...watched.waitedIn, name];
      if (holdsUp) this.queues.set(name, [...before, holdsUp === 'by itself' ? inherited : watched.sum].slice(-longestQueue));
    }
  }

  /**
   * An external act, or a timer due at this instant, came before another stream’s decision was applied. A timer due before that decision’s cause
   * would have come first anyway.
   */
  private overtake(stream: string, dueAt?: string): void {
    const watched = this.streams.get(stream);
    if (!watched || watched.pending.length === 0) return;
    watched.pending = watched.pending.filter(({ cause }) => cause > this.handledUpTo);
    const [first] = watched.pending;
    if (first && (dueAt === undefined || first.since <= dueAt)) watched.overtakenSince ??= plus(first.since, -watched.sum);
  }

  /** Drops the pending decisions that this reaction has applied. */
  private done(stream: string, cause: number, follows: number): void {
    const watched = this.streams.get(stream);
    if (!watched || watched.pending.length === 0) return;
    watched.pending = watched.pending.filter((one) => one.cause > cause || (one.cause === cause && one.follows > follows));
  }

  /** Something arrives: timers that were due already, or would have been without the lag, count as overtaken. */
  private news(stream: string, { meta, ordinal }: Batch): void {
    const watched = this.watch(stream);
    if (watched.overtakenSince === null && watched.sum > 0) {
      const overtaken = this.timers
        .waiting(stream, meta.epoch ?? 0)
        .map(({ dueAt }) => plus(dueAt, -watched.sum))
        .find((from) => from <= meta.at);
      if (overtaken !== undefined) watched.overtakenSince = overtaken;
    }
    watched.news = { at: meta.at, ordinal };
  }

  private watch(stream: string): Watched {
    const known = this.streams.get(stream);
    if (known) return known;
    const watched: Watched = { ...none, news: nothing, pending: [] };
    this.streams.set(stream, watched);
    return watched;
  }
}
