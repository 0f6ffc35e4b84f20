import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import type { Domain } from '../registry.js';
import { IdIndex } from './id-index.js';
import type { EventSource } from './source.js';
import type { SpillOptions } from './spilling-map.js';
import { Streams } from './streams.js';

export interface Batch {
  readonly stream: string;
  readonly commandId: string;
  readonly meta: Meta;
  readonly events: readonly Recorded[];
  readonly ordinal: number;
  readonly before: unknown;
}

export interface HistoryOptions {
  /** How many events are read ahead and kept behind; older ones are read again on request. */
  readonly window?: number;
  /** Later events are examined; earlier ones are only folded. */
  readonly after?: number;
  readonly upTo?: number;
  readonly streams?: SpillOptions;
}

/** What was read of a log before a place at which histories begin, however many. */
export interface ReadBefore {
  readonly ordinal: number;
  /** By id, the events up to there; histories add what follows. */
  readonly ids: IdIndex;
  /** Puts the states of all streams there into these. */
  readonly fill: (streams: Streams) => void;
}

export interface Gap {
  readonly ordinal: number;
  readonly stream: string;
  readonly of: 'log' | 'stream';
  readonly expected: number;
  readonly actual: number;
}

/**
 * Reads a recorded log with two cursors. The first one assembles batches, with the state that each was decided on. The replay is at the second one and
 * sees `window` events ahead, since a batch may have been appended long after what it had read. Events further back are dropped; only their ids are kept,
 * as integers.
 */
export class History {
  readonly window: number;
  /** In log order, found so far. */
  readonly gaps: Gap[] = [];
  head = 0;
  private readonly loadedEvents = new Map<number, Recorded>();
  private readonly ids: IdIndex;
  private readonly streams: Streams;
  /** Commands of batches ahead of the second cursor. */
  private readonly ahead = new Map<string, number>();
  private readonly upTo: number;
  private open: (Batch & { events: Recorded[] }) | undefined;
  private readyBatches: Batch[] = [];
  private isEnded = false;
  private oldest: number;

  constructor(
    domain: Domain,
    private readonly source: EventSource,
    { window = 10_000, upTo = Infinity, streams }: HistoryOptions = {},
    private readonly before?: ReadBefore,
  ) {
    this.window = window;
    this.upTo = upTo;
    this.streams = new Streams(domain.deciders, { name: 'ahead', spill: streams });
    before?.fill(this.streams);
    this.ids = before?.ids ?? new IdIndex();
    this.head = before?.ordinal ?? 0;
    this.oldest = this.head + 1;
  }

  /** Throws when there is no event. */
  get start(): string {
    const first = this.source.at(1);
    if (!first) throw new Error('there is no history');
    return first.meta.at;
  }

  withId(id: string): Recorded | undefined {
    for (const ordinal of this.ids.candidates(id)) {
      const event = this.at(ordinal);
      if (event?.id === id) return event;
    }
    return undefined;
  }

  at(ordinal: number): Recorded | undefined {
    const loadedEvent = this.loadedEvents.get(ordinal);
    return loadedEvent ?? (ordinal <= this.head ? this.source.at(ordinal) : undefined);
  }

  /** Whether a command makes events of this stream within the look-ahead. */
  has(stream: string, commandId: string): boolean {
    return this.ahead.has(`${stream} ${commandId}`);
  }

  /** Every event from its beginning, in log order, once `window` more have been read. */
  *events(): Generator<Recorded> {
    for (let ordinal = this.before?.ordinal ?? 0; ;) {
      while (!this.isEnded && this.head < ordinal + this.window) this.read();
      const next = this.after(ordinal);
      if (!next) return;
      ({ ordinal } = next);
      yield next;
      this.notePassing(next);
    }
  }

  /** Batches completed since the last call, `window` events ahead of the second cursor. */
  batches(): readonly Batch[] {
    const { readyBatches: ready } = this;
    this.readyBatches = [];
    return ready;
  }

  private after(ordinal: number): Recorded | undefined {
    for (let n = ordinal + 1; n <= this.head; n += 1) {
      const event = this.loadedEvents.get(n);
      if (event) return event;
    }
    return undefined;
  }

  private read(): void {
    const page = this.source.after(this.head);
    for (const event of page) if (event.ordinal <= this.upTo) this.take(event);
    if (page.length > 0 && page.at(-1)!.ordinal < this.upTo) return;
    this.isEnded = true;
    if (!this.isCut()) this.completeBatch(undefined);
  }

  /** Whether the end of the range cuts a batch in two: the whole batch would come out differently from its part. */
  private isCut(): boolean {
    const next = this.upTo === Infinity ? undefined : this.source.at(this.upTo + 1);
    return next !== undefined && next.stream === this.open?.stream && next.meta.commandId === this.open.commandId;
  }

  private take(event: Recorded): void {
    const { stream, meta, ordinal, revision } = event;
    const { revision: last, state } = this.streams.of(stream);
    if (ordinal !== this.head + 1) this.gaps.push({ ordinal, stream, of: 'log', expected: this.head + 1, actual: ordinal });
    if (revision !== last + 1) this.gaps.push({ ordinal, stream, of: 'stream', expected: last + 1, actual: revision });
    if (this.open?.stream === stream && this.open.commandId === meta.commandId) this.open.events.push(event);
    else this.completeBatch({ stream, commandId: meta.commandId, meta, events: [event], ordinal, before: state });
    this.ahead.set(`${stream} ${meta.commandId}`, ordinal);
    this.loadedEvents.set(ordinal, event);
    this.ids.add(event.id, ordinal);
    this.streams.apply(event);
    this.head = ordinal;
  }

  private completeBatch(next: History['open']): void {
    if (this.open) this.readyBatches.push(this.open);
    this.open = next;
  }

  private notePassing({ stream, meta, ordinal }: Recorded): void {
    const key = `${stream} ${meta.commandId}`;
    if (this.ahead.get(key) === ordinal) this.ahead.delete(key);
    for (; this.oldest <= ordinal - this.window; this.oldest += 1) this.loadedEvents.delete(this.oldest);
  }
}
