import type { Recorded } from '@tocsin/contracts/envelope.js';
import { millisBetween, laterOf, addMillis } from '../time.js';
import type { Batch, History } from './history.js';
import type { Origin } from './origin.js';
import type { PlannedTimers } from './planned-timers.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

/** The outside event that an event about a stream really follows from. */
export interface OutsideCause {
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

interface PendingDecision {
  /** When the event it follows from came in. */
  readonly since: string;
  readonly follows: number;
  /** The event by which it was decided. */
  readonly cause: number;
}

interface StreamLag {
  sum: number;
  overtakenSince: string | null;
  sharedSince: string | null;
  waitedIn: readonly string[];
  /** The last thing that came from outside or from another stream. */
  lastArrival: { readonly at: string; readonly ordinal: number };
  /** Decisions made elsewhere about this stream that may not have been applied to it yet. */
  pending: readonly PendingDecision[];
}

/** An entry of a queue in which streams wait for each other. */
export interface QueueEntry {
  /** The name of the queue. */
  readonly name: string;
  /** Number of preceding entries that determine when it was due. */
  readonly predecessors: number;
  /**
   * Whether later entries wait for it: as late as its whole stream was, or only as late as this entry was (for streams
   * that cover many things).
   */
  readonly holdsUp: false | 'with its stream' | 'by itself';
  /** It is still to come. */
  readonly isWaiting?: true;
}

/** At most this many entries of a queue are remembered. */
const longestQueue = 64;

/** Dependencies of a domain’s decisions outside their own stream. */
export interface DependencyRules {
  readonly follows: (event: Recorded) => readonly OutsideCause[];
  /** Names of the things that several streams decide in turn. */
  readonly shares: (event: Recorded) => readonly string[];
  /** The position of an event in queues with events of other streams. */
  readonly queues: (event: Recorded) => readonly QueueEntry[];
  /** Streams that decisions about all others read. */
  readonly isConfiguration: (stream: string) => boolean;
  /** Whether the inputs of these events’ decision changed between two instants by time alone. */
  readonly hasTurned: (events: readonly Recorded[], from: string, to: string) => boolean;
}

const noArrival = { at: '', ordinal: 0 };
const noLag: Lag = { sum: 0, overtakenSince: null, sharedSince: null, waitedIn: [] };

/** The ordinal of the event that planned the timer; 0 where it was none. */
const plannerOrdinalOf = ({ kind, cause }: Origin): number => (kind === 'timer' ? (cause?.ordinal ?? 0) : 0);

/**
 * Measures, along a recorded log, how late each stream was: its timers, its reactions, and the runs in which its
 * signals were decided. A lag shifts what comes after it, and may swap the order of two things; it has no other effect.
 */
export class Lags {
  private readonly streams: SpillingMap<StreamLag>;
  private lastConfiguration = noArrival;
  /** Names of shared decisions that came late. */
  private readonly lateShares = new Set<string>();
  /** By queue: delays of the last entries that others wait for, in milliseconds. */
  private readonly queues = new Map<string, readonly number[]>();
  private handledUpTo = 0;
  private logTime = '';

  constructor(
    private readonly history: History,
    private readonly timers: PlannedTimers,
    private readonly dependencyRules: DependencyRules,
    spill?: SpillOptions,
  ) {
    this.streams = new SpillingMap('lags', spill);
  }

  of(stream: string): Lag {
    return this.streams.get(stream) ?? noLag;
  }

  /** Takes the next batch, in log order, before memory has folded it. */
  add(batch: Batch, origin: Origin | undefined): void {
    const { stream, meta, ordinal, events } = batch;
    this.handledUpTo = Math.max(this.handledUpTo, meta.handledUpTo ?? 0);
    this.setBack(stream, meta.at);
    const isInput = !origin || origin.kind === 'input';
    if (isInput && this.dependencyRules.isConfiguration(stream)) this.lastConfiguration = { at: meta.at, ordinal };
    const outsideCauses = events.flatMap((event) => this.dependencyRules.follows(event));
    this.noteForeignDecisions(batch, outsideCauses);
    const ownCauses = outsideCauses.filter((one) => one.stream === stream);
    const dueAt = this.earliest(ownCauses) ?? origin?.dueAt ?? meta.at;
    if (!isInput) this.addLateness(stream, dueAt, batch, plannerOrdinalOf(origin));
    this.queue(stream, isInput ? 0 : Math.max(0, millisBetween(dueAt, meta.at)), batch);
    this.share(stream, dueAt, batch);
    this.order(batch, origin, ownCauses, dueAt);
  }

  /** Finds events that precede their dependencies, and records dependencies of later timers. */
  private order(batch: Batch, origin: Origin | undefined, ownCauses: readonly OutsideCause[], dueAt: string): void {
    const { stream } = batch;
    const kind = origin?.kind ?? 'input';
    if (kind === 'input') this.overtake(stream);
    if (kind === 'timer') this.overtake(stream, dueAt);
    if (kind === 'reaction') this.dropApplied(stream, origin?.cause?.ordinal ?? 0, Math.max(0, ...ownCauses.map((one) => one.ordinal)));
    if (kind === 'input' || kind === 'reaction') this.noteArrival(stream, batch);
  }

  /** While a clock is behind log time, log time does not advance: plans are early by the difference. */
  private setBack(stream: string, at: string): void {
    this.logTime = laterOf(this.logTime, at);
    const clockOffset = millisBetween(at, this.logTime);
    if (clockOffset === 0) return;
    const streamLag = this.lagFor(stream);
    streamLag.sum = Math.max(streamLag.sum, clockOffset);
  }

  private noteForeignDecisions(batch: Batch, outsideCauses: readonly OutsideCause[]): void {
    for (const subjectStream of new Set(outsideCauses.map((one) => one.stream))) {
      if (subjectStream !== batch.stream) this.noteForeignDecision(subjectStream, batch, outsideCauses);
    }
  }

  private noteForeignDecision(subjectStream: string, batch: Batch, outsideCauses: readonly OutsideCause[]): void {
    const subjectCauses = outsideCauses.filter((one) => one.stream === subjectStream);
    const dueAt = this.earliest(subjectCauses);
    if (dueAt === undefined) return;
    this.addLateness(subjectStream, dueAt, batch, batch.ordinal);
    const streamLag = this.lagFor(subjectStream);
    const cause = batch.events.at(-1)!.ordinal;
    const newlyPending = subjectCauses.map(({ ordinal }): PendingDecision => ({
      since: this.earliest([{ stream: subjectStream, ordinal }]) ?? dueAt,
      follows: ordinal,
      cause,
    }));
    streamLag.pending = [...streamLag.pending.filter((one) => one.cause > this.handledUpTo), ...newlyPending];
  }

  private earliest(outsideCauses: readonly OutsideCause[]): string | undefined {
    const instants = outsideCauses.flatMap(({ ordinal }) => this.history.at(ordinal)?.meta.at ?? []);
    return instants.length === 0 ? undefined : instants.reduce((first, at) => (at < first ? at : first));
  }

  /** `since`: the ordinal of the event that planned it. */
  private addLateness(stream: string, dueAt: string, { meta, events }: Batch, since: number): void {
    const by = millisBetween(dueAt, meta.at);
    const streamLag = this.lagFor(stream);
    const from = addMillis(dueAt, -streamLag.sum);
    const { lastArrival: news } = streamLag;
    const isOvertaken = [news, this.lastConfiguration].some(({ at, ordinal }) => ordinal > since && at >= from && at <= meta.at);
    if (isOvertaken && (by > 0 || streamLag.sum > 0)) streamLag.overtakenSince ??= from;
    // decided in time, it would have been based on other data
    if (from < meta.at && this.dependencyRules.hasTurned(events, from, meta.at)) streamLag.overtakenSince ??= from;
    if (by > 0) streamLag.sum += by;
  }

  /** Once a shared decision was late, every later one of the same name may have come out differently. */
  private share(stream: string, dueAt: string, { events }: Batch): void {
    const names = new Set(events.flatMap((event) => this.dependencyRules.shares(event)));
    if (names.size === 0) return;
    const streamLag = this.lagFor(stream);
    for (const name of names) {
      const isLate = streamLag.sum > 0 || this.lateShares.has(name);
      if (!isLate) continue;
      this.lateShares.add(name);
      streamLag.sharedSince ??= addMillis(dueAt, -streamLag.sum);
    }
  }

  /** An entry that waits for others is as late as the latest of them, plus its own lateness. */
  private queue(stream: string, by: number, { events }: Batch): void {
    for (const { name, predecessors: behind, holdsUp, isWaiting: waits } of events.flatMap((event) => this.dependencyRules.queues(event))) {
      const before = this.queues.get(name) ?? [];
      const streamLag = this.lagFor(stream);
      const inheritedLateness = behind === 0 ? 0 : Math.max(0, ...before.slice(-behind)) + by;
      streamLag.sum = Math.max(streamLag.sum, inheritedLateness);
      if (waits && !streamLag.waitedIn.includes(name)) streamLag.waitedIn = [...streamLag.waitedIn, name];
      if (holdsUp) this.queues.set(name, [...before, holdsUp === 'by itself' ? inheritedLateness : streamLag.sum].slice(-longestQueue));
    }
  }

  /**
   * An external act, or a timer due at this instant, came before another stream’s decision was applied. A timer due before that decision’s cause
   * would have come first anyway.
   */
  private overtake(stream: string, dueAt?: string): void {
    const streamLag = this.streams.get(stream);
    if (!streamLag || streamLag.pending.length === 0) return;
    streamLag.pending = streamLag.pending.filter(({ cause }) => cause > this.handledUpTo);
    const [first] = streamLag.pending;
    if (first && (dueAt === undefined || first.since <= dueAt)) streamLag.overtakenSince ??= addMillis(first.since, -streamLag.sum);
  }

  /** Drops the pending decisions that this reaction has applied. */
  private dropApplied(stream: string, cause: number, lastCause: number): void {
    const streamLag = this.streams.get(stream);
    if (!streamLag || streamLag.pending.length === 0) return;
    streamLag.pending = streamLag.pending.filter((one) => one.cause > cause || (one.cause === cause && one.follows > lastCause));
  }

  /** Something arrives: timers that were due already, or would have been without the lag, count as overtaken. */
  private noteArrival(stream: string, { meta, ordinal }: Batch): void {
    const streamLag = this.lagFor(stream);
    if (streamLag.overtakenSince === null && streamLag.sum > 0) {
      const overtakenAt = this.timers
        .waiting(stream, meta.epoch ?? 0)
        .map(({ dueAt }) => addMillis(dueAt, -streamLag.sum))
        .find((from) => from <= meta.at);
      if (overtakenAt !== undefined) streamLag.overtakenSince = overtakenAt;
    }
    streamLag.lastArrival = { at: meta.at, ordinal };
  }

  private lagFor(stream: string): StreamLag {
    const existingLag = this.streams.get(stream);
    if (existingLag) return existingLag;
    const streamLag: StreamLag = { ...noLag, lastArrival: noArrival, pending: [] };
    this.streams.set(stream, streamLag);
    return streamLag;
  }
}
