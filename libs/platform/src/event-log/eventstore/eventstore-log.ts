import { join } from 'node:path';
import { weightOf } from '../append-checks.js';
import { Bell } from '../bell.js';
import { EventLog, LogUnavailable, readCharacters } from '../event-log.js';
import type {
  AppendResult,
  ExpectedRevision,
  NewEvent,
  ReadAll,
  ReadBackwards,
  ReadStreamBackwards,
  StoredEvent,
  Subscription,
} from '../event-log.js';
import { waitForReal, type Wait } from '../../clock/wait.js';
import type { Handler, Page, Source } from '../follower.js';
import { Followers } from '../followers.js';
import { RecentEvents } from '../recent-events.js';
import { Appends } from './appends.js';
import { credentialsOf, leaseClient, type ClientLease } from './clients.js';
import { CountedReads, toStoredEvent } from './counted-reads.js';
import { Counter } from './counter.js';
import type { OrdinalIndex } from './ordinal-index.js';
import { atTheStart, tokenOfPosition } from './position.js';
import { Reads } from './reads.js';
import { SqliteOrdinalIndex } from './sqlite-ordinal-index.js';
import { readTrouble } from './server-errors.js';
import type { ReceivedEvent } from './wire.js';

/** A page for followers ends after this many events, or with the event with which it reaches this length. */
const pageEvents = 500;
const pageCharacters = 4 * 1024 * 1024;

export interface EventStoreLogOptions {
  /** In the format of EventStoreDB’s documentation: `esdb://…`. */
  readonly connectionString: string;
  /** Letters, digits and underscores. Precedes every stream name on the server, followed by a dot. */
  readonly prefix: string;
  /** Closed together with the log. */
  readonly ordinals: OrdinalIndex;
  /** Milliseconds for each call, and for each event of a read; 5 s when absent. */
  readonly deadlineMs?: number;
  readonly wait?: Wait;
  /** Called each time the subscription has ended; it resumes automatically. */
  readonly onDrop?: (error: unknown) => void;
}

export interface EventStoreStats {
  readonly subscriptionDrops: number;
  /** The last ordinal that this process has counted. */
  readonly counted: number;
  /** Lag of counting behind the newest known event, in bytes of the server’s transaction file. */
  readonly lagBytes: number;
}

/** Counts ordinals with its own subscription; everything else is read from the server. */
export class EventStoreLog extends EventLog {
  private readonly lease: ClientLease;
  private readonly ordinals: OrdinalIndex;
  private readonly reads: CountedReads;
  private readonly appends: Appends;
  private readonly counter: Counter;
  private readonly followers: Followers;
  private readonly recent: RecentEvents;
  private readonly bell = new Bell();
  private readonly stopping = new AbortController();
  private closing: Promise<void> | undefined;
  private isClosed = false;

  /** Throws RangeError for a prefix that would mix up streams, and the client’s error for an invalid connection string. */
  constructor(options: EventStoreLogOptions) {
    super();
    const { connectionString, ordinals, deadlineMs = 5000, wait = waitForReal, onDrop = () => {} } = options;
    const prefix = streamPrefix(options.prefix);
    this.lease = leaseClient(connectionString);
    const { client } = this.lease;
    this.ordinals = ordinals;
    const { signal } = this.stopping;
    const reads = new Reads({ client, prefix, deadlineMs, wait, signal });
    const credentials = credentialsOf(connectionString);
    this.appends = new Appends({ client, prefix, reads, deadlineMs, wait, signal, ...(credentials && { credentials }) });
    this.followers = new Followers(wait);
    this.recent = new RecentEvents(ordinals.last?.ordinal ?? 0);
    const onCounted = (events: readonly ReceivedEvent[], first: number): void => this.onCounted(events, first);
    this.counter = new Counter({ client, reads, index: ordinals, prefix, wait, onCounted, onDrop });
    this.reads = new CountedReads({ reads, counter: this.counter, index: ordinals, deadlineMs });
  }

  private readonly source: Source = {
    next: (after) => this.page(after),
    canReadAhead: true,
    onArrival: (call) => this.bell.onArrival(call),
  };

  async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const bytes = weightOf(events);
    this.requireOpen();
    const { revision, position } = await this.appends.append(stream, expectedRevision, events, bytes);
    this.reads.notePosition(position);
    return { revision, token: tokenOfPosition(position) };
  }

  async readStream(stream: string, from = 0, limit?: number): Promise<readonly StoredEvent[]> {
    if (limit !== undefined && limit < 1) return [];
    return this.read(() => this.reads.readStream(stream, from, limit));
  }
  async readStreamBack({ stream, before, limit }: ReadStreamBackwards): Promise<readonly StoredEvent[]> {
    if (limit < 1 || before === 0) return [];
    return this.read(() => this.reads.readStreamBackwards(stream, before, limit));
  }
  async readAll({ after, limit, types }: ReadAll): Promise<readonly StoredEvent[]> {
    return this.read(() => this.reads.read((index) => index.after(after, limit, types), readCharacters));
  }
  async readBack({ before, limit, types }: ReadBackwards): Promise<readonly StoredEvent[]> {
    return this.read(() => this.reads.readBack((index) => index.before(before, limit, types), readCharacters));
  }
  async readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    return this.read(() => this.reads.read((index) => index.entriesOf(ordinals)));
  }
  async head(): Promise<{ readonly ordinal: number; readonly token: string }> {
    return this.read(async () => {
      await this.reads.toTheEnd();
      const { ordinal, position } = this.ordinals.last ?? { ordinal: 0, position: atTheStart };
      return { ordinal, token: tokenOfPosition(position) };
    });
  }

  follow(after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    return this.followers.start(this.source, after, handler, onTrouble);
  }

  override get subscriptionDrops(): number {
    return this.counter.drops;
  }

  stats(): EventStoreStats {
    const countedOrdinal = this.ordinals.last?.ordinal ?? 0;
    return { subscriptionDrops: this.counter.drops, counted: countedOrdinal, lagBytes: this.reads.lagBytes };
  }

  /** Waits for running handlers; their appends are still accepted. Takes at most two more seconds. */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    await this.followers.stop();
    this.isClosed = true;
    this.stopping.abort();
    await this.counter.stop();
    await this.lease.release();
    this.ordinals.close();
  }

  private async page(after: number): Promise<Page> {
    const recent = this.recent.after(after, pageEvents);
    if (recent) return { events: recent, isRecent: true };
    return this.read(async () => ({
      events: await this.reads.readAt(this.ordinals.after(after, pageEvents), pageCharacters),
      isRecent: false,
    }));
  }

  private onCounted(events: readonly ReceivedEvent[], first: number): void {
    for (const [place, event] of events.entries()) this.recent.push(toStoredEvent(event, first + place));
    this.bell.notify();
  }

  private async read<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.requireOpen();
    try {
      return await ask();
    } catch (error) {
      this.requireOpen();
      throw readTrouble(error);
    }
  }

  private requireOpen(): void {
    if (this.isClosed) throw new LogUnavailable('not_applied', 'the log is closed');
  }
}

/** Keeps the index of ordinals in `<sideDir>/ordinals.db`. Throws like the constructor. */
export const openEventStoreLog = (options: Omit<EventStoreLogOptions, 'ordinals'> & { readonly sideDir: string }): EventStoreLog => {
  const ordinals = new SqliteOrdinalIndex(join(options.sideDir, 'ordinals.db'), options.prefix);
  try {
    return new EventStoreLog({ ...options, ordinals });
  } catch (error) {
    ordinals.close();
    throw error;
  }
};

/** A dash would end the category in every stream name, and one prefix must not be the start of another’s stream names. */
const streamPrefix = (prefix: string): string => {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(prefix)) return `${prefix}.`;
  throw new RangeError(`“${prefix}” is not a valid stream prefix: use a letter, then letters, digits and underscores`);
};
