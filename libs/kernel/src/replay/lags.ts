import type { Recorded } from '@tocsin/contracts/envelope.js';
import { between, later, plus } from '../time.js';
import type { Batch, History } from './history.js';
import type { Origin } from './origin.js';
import type { PlannedTimers } from './planned-timers.js';
import { ShelvedMap, type ShelfOptions } from './shelved-map.js';

/** An event by which something about a stream was decided, and what it truly follows from. */
export interface Followed {
  readonly stream: string;
  /** Of the event from outside. */
  readonly ordinal: number;
}

/** How far what was decided about a stream came after it was due. */
export interface Lag {
  /** All that it was late by until now, in milliseconds: what is planned from a late moment is late itself. */
  readonly sum: number;
  /** Since when it may have gone another way than it would have without: something overtook what was late. */
  readonly overtakenSince: string | null;
  /** The same of what several streams decide by in turn. */
  readonly sharedSince: string | null;
}

interface Pending {
  /** When what it follows from came in, and its ordinal. */
  readonly since: string;
  readonly follows: number;
  /** The event by which it was decided. */
  readonly cause: number;
}

interface Watched {
  sum: number;
  overtakenSince: string | null;
  sharedSince: string | null;
  /** The last thing that came from outside, or of another stream. */
  news: { readonly at: string; readonly ordinal: number };
  /** What was decided elsewhere about this stream, and may not have been done to it yet. */
  pending: readonly Pending[];
}

/** One of those that wait behind each other. */
export interface Queued {
  /** Of the queue. */
  readonly name: string;
  /** When it was due follows from the last ones before it: from so many. */
  readonly behind: number;
  /** Later ones wait behind it, as late as its stream was; or as it was by itself, where its stream is many things. */
  readonly holdsUp: false | 'with its stream' | 'by itself';
}

/** So many are known of a queue at most. */
const longestQueue = 64;

/** What a domain knows of what its decisions read beside their own stream. */
export interface Knows {
  readonly follows: (event: Recorded) => readonly Followed[];
  /** Names of what several streams decide by in turn. */
  readonly shares: (event: Recorded) => readonly string[];
  /** Where an event stands in line with those of other streams. */
  readonly queues: (event: Recorded) => readonly Queued[];
  /** Streams that decisions about all others read. */
  readonly isConfiguration: (stream: string) => boolean;
}

const nothing = { at: '', ordinal: 0 };
const none: Lag = { sum: 0, overtakenSince: null, sharedSince: null };

/**
 * Measures, along a recorded log, how late each stream was: its timers, its reactions, and the runs in which what it follows from was taken. A
 * lag moves what comes after it, and it may turn the order of two things, which is all that it can do.
 */
export class Lags {
  private readonly streams: ShelvedMap<Watched>;
  private configured = nothing;
  /** Names of those by which something was decided late. */
  private readonly lateShares = new Set<string>();
  /** By queue: by how many milliseconds each of the last ones that others wait behind was late. */
  private readonly queues = new Map<string, readonly number[]>();
  private handledUpTo = 0;
  private logTime = '';

  constructor(
    private readonly history: History,
    private readonly timers: PlannedTimers,
    private readonly knows: Knows,
    shelf?: ShelfOptions,
  ) {
    this.streams = new ShelvedMap('lags', shelf);
  }

  of(stream: string): Lag {
    return this.streams.get(stream) ?? none;
  }

  /** A batch, before memory has it; in log order. */
  add(batch: Batch, origin: Origin | undefined): void {
    const { stream, meta, ordinal, events } = batch;
    this.handledUpTo = Math.max(this.handledUpTo, meta.handledUpTo ?? 0);
    this.setBack(stream, meta.at);
    const isInput = !origin || origin.kind === 'input';
    if (isInput && this.knows.isConfiguration(stream)) this.configured = { at: meta.at, ordinal };
    const followed = events.flatMap((event) => this.knows.follows(event));
    for (const about of new Set(followed.map((one) => one.stream))) {
      if (about !== stream) this.decidedElsewhere(about, batch, followed);
    }
    const own = followed.filter((one) => one.stream === stream);
    const dueAt = this.earliest(own) ?? origin?.dueAt ?? meta.at;
    const cause = origin?.cause?.ordinal ?? 0;
    if (!isInput) this.late(stream, dueAt, batch, origin.kind === 'timer' ? cause : 0);
    this.queue(stream, isInput ? 0 : Math.max(0, between(dueAt, meta.at)), batch);
    this.share(stream, dueAt, batch);
    if (isInput) this.overtake(stream);
    else if (origin.kind === 'reaction') this.done(stream, cause, Math.max(0, ...own.map((one) => one.ordinal)));
    if (isInput || origin.kind === 'reaction') this.news(stream, batch);
  }

  /** While a clock is behind the log’s time, that stands still: what is planned then is so much earlier than it would have been. */
  private setBack(stream: string, at: string): void {
    this.logTime = later(this.logTime, at);
    const behind = between(at, this.logTime);
    if (behind === 0) return;
    const watched = this.watch(stream);
    watched.sum = Math.max(watched.sum, behind);
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
  private late(stream: string, dueAt: string, { meta }: Batch, since: number): void {
    const by = between(dueAt, meta.at);
    const watched = this.watch(stream);
    const from = plus(dueAt, -watched.sum);
    const { news } = watched;
    const isOvertaken = [news, this.configured].some(({ at, ordinal }) => ordinal > since && at >= from && at <= meta.at);
    if (isOvertaken && (by > 0 || watched.sum > 0)) watched.overtakenSince ??= from;
    if (by > 0) watched.sum += by;
  }

  /** Once anything was late of what several streams decide by in turn, whatever comes after it may have come otherwise. */
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

  /** What waits behind others is as late as they were, and by how much it came later itself. */
  private queue(stream: string, by: number, { events }: Batch): void {
    for (const { name, behind, holdsUp } of events.flatMap((event) => this.knows.queues(event))) {
      const before = this.queues.get(name) ?? [];
      const watched = this.watch(stream);
      const inherited = behind === 0 ? 0 : Math.max(0, ...before.slice(-behind)) + by;
      watched.sum = Math.max(watched.sum, inherited);
      if (holdsUp) this.queues.set(name, [...before, holdsUp === 'by itself' ? inherited : watched.sum].slice(-longestQueue));
    }
  }

  /** Somebody acts before what was decided elsewhere is done. */
  private overtake(stream: string): void {
    const watched = this.streams.get(stream);
    if (!watched || watched.pending.length === 0) return;
    watched.pending = watched.pending.filter(({ cause }) => cause > this.handledUpTo);
    const [first] = watched.pending;
    if (first) watched.overtakenSince ??= plus(first.since, -watched.sum);
  }

  /** What follows from an event was done, as far as this. */
  private done(stream: string, cause: number, follows: number): void {
    const watched = this.streams.get(stream);
    if (!watched || watched.pending.length === 0) return;
    watched.pending = watched.pending.filter((one) => one.cause > cause || (one.cause === cause && one.follows > follows));
  }

  /** Something arrives: what was due already, or would have been without the lag, it has overtaken. */
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
