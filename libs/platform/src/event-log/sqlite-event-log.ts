import type { AppendResult, ExpectedRevision, NewEvent, ReadAll, StoredEvent } from './event-log.js';
import { LogUnavailable, readCharacters } from './event-log.js';
import { isDiskFull } from '../data-folder/machine-errors.js';
import { weightOf } from './append-checks.js';
import { Bell } from './bell.js';
import type { Wait } from '../clock/wait.js';
import type { Source } from './follower.js';
import { TurnBatcher } from './turn-batcher.js';
import { RecentEvents } from './recent-events.js';
import { SqliteLogReads } from './sqlite-log-reads.js';
import { SqliteReadOnlyLog, type Arrivals } from './sqlite-read-only-log.js';
import { openToRead, openToWrite } from './sqlite-schema.js';
import { SqliteWriter, type WaitingAppend } from './sqlite-writer.js';
import { WalKeeper } from './wal-keeper.js';

/** The most events that a follower gets from memory at once. */
const recentPage = 500;

export interface SqliteEventLogOptions {
  /** Each append in its own transaction. For measuring the gain of group commit. */
  readonly ungrouped?: boolean;
  /** Milliseconds for which each commit blocks the thread, like a slow disk. For measuring. */
  readonly syncDelayMs?: number;
  /** A follower’s wait after a failure. */
  readonly wait?: Wait;
  /** Called when the disk is full. True: there is space now, and the append is tried again. */
  readonly makeRoom?: () => boolean;
}

export interface SqliteLogStats {
  /** Transactions that wrote something. */
  readonly commits: number;
  readonly appended: number;
  readonly largestGroup: number;
  /** Of the last transaction, from its start to its flush. */
  readonly lastCommitMs: number;
}

/**
 * The log in one file, `<dir>/log.db`. The appends of one turn of the event loop are one transaction, flushed before they are answered. One process
 * writes; any number may read at the same time.
 */
export class SqliteEventLog extends SqliteLogReads {
  private readonly writer: SqliteWriter;
  private readonly gathering: TurnBatcher<WaitingAppend>;
  private readonly keeper: WalKeeper;
  private readonly recent: RecentEvents;
  private readonly bell = new Bell();
  private isClosed = false;
  private closing: Promise<void> | undefined;
  /** Why the last append could not be written; null after a successful one. */
  trouble: string | null = null;
  private readonly counts = { commits: 0, appended: 0, largestGroup: 0, lastCommitMs: 0 };

  /** Creates folder and file when they are missing. Throws SQLite’s error. */
  constructor(
    dir: string,
    private readonly options: SqliteEventLogOptions = {},
  ) {
    super(openToWrite(dir), options.wait);
    this.writer = new SqliteWriter(this.database);
    this.keeper = new WalKeeper(this.database);
    this.recent = new RecentEvents(this.reader.head());
    this.gathering = new TurnBatcher((group) => this.commit(group));
  }

  /** For another process or a worker, beside the writer. Appends are refused. Throws LogUnavailable when there is no log. */
  static openReadOnly(
    dir: string,
    { wait, arrivals }: Pick<SqliteEventLogOptions, 'wait'> & { readonly arrivals?: Arrivals | undefined } = {},
  ): SqliteLogReads {
    return new SqliteReadOnlyLog(openToRead(dir), wait, arrivals);
  }

  protected readonly source: Source = {
    next: (after) => {
      const recent = this.recent.after(after, recentPage);
      return recent ? { events: recent, isRecent: true } : { events: this.reader.page(after), isRecent: false };
    },
    onArrival: (call) => this.bell.onArrival(call),
  };

  /** Recent events come from memory: the same objects that followers have, which are decoded already. */
  override async readAll(query: ReadAll): Promise<readonly StoredEvent[]> {
    const { after, limit, types } = query;
    const isRecent = types !== undefined && !this.isClosed && this.recent.reaches(after + 1);
    return isRecent ? this.recent.ofTypes(after, types, limit, readCharacters) : super.readAll(query);
  }

  override async readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    if (this.isClosed || !ordinals.every((ordinal) => this.recent.reaches(ordinal))) return super.readOrdinals(ordinals);
    return [...new Set(ordinals)].toSorted((a, b) => a - b).flatMap((ordinal) => this.recent.at(ordinal) ?? []);
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const weight = weightOf(events);
    if (this.isClosed) throw new LogUnavailable('not_applied', 'the log is closed');
    return new Promise<AppendResult>((resolve, reject) => {
      this.gathering.add({ stream, expectedRevision: expected, events, weight, resolve, reject });
    });
  }

  stats(): SqliteLogStats {
    return { ...this.counts };
  }

  override close(): Promise<void> {
    return (this.closing ??= this.shut());
  }

  private async shut(): Promise<void> {
    await this.followers.stop();
    this.isClosed = true;
    this.gathering.drain();
    this.database.close();
  }

  private commit(group: readonly WaitingAppend[]): void {
    if (this.options.ungrouped) for (const append of group) this.commitTogether([append]);
    else this.commitTogether(group);
    if (this.isClosed) return;
    this.bell.notify();
    setImmediate(() => this.database.open && this.keeper.keepBetweenGroups(this.gathering.isEmpty));
  }

  private commitTogether(group: readonly WaitingAppend[]): void {
    try {
      this.answer(group, this.writeTimed(group));
    } catch (error) {
      if (error instanceof LogUnavailable) this.trouble = error.message;
      // an append that SQLite refuses must not fail the others of its group
      if (group.length > 1 && !(error instanceof LogUnavailable)) for (const append of group) this.commitTogether([append]);
      else for (const append of group) append.reject(error);
    }
  }

  private writeTimed(group: readonly WaitingAppend[]): ReturnType<SqliteWriter['write']> {
    const startedAt = performance.now();
    const result = this.writeGroup(group);
    if (this.options.syncDelayMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, this.options.syncDelayMs);
    if (result.writtenEvents.length > 0) this.count(group, result.writtenEvents, performance.now() - startedAt);
    return result;
  }

  private writeGroup(group: readonly WaitingAppend[]): ReturnType<SqliteWriter['write']> {
    try {
      return this.writer.write(group);
    } catch (error) {
      const isFull = error instanceof LogUnavailable && isDiskFull(error.cause);
      if (isFull && this.options.makeRoom?.()) return this.writer.write(group);
      throw error;
    }
  }

  private answer(group: readonly WaitingAppend[], { outcomes, writtenEvents: written }: ReturnType<SqliteWriter['write']>): void {
    for (const event of written) this.recent.push(event);
    for (const [index, append] of group.entries()) {
      const outcome = outcomes[index]!;
      if (outcome instanceof Error) append.reject(outcome);
      else append.resolve(outcome);
    }
  }

  private count(group: readonly WaitingAppend[], storedEvents: readonly StoredEvent[], ms: number): void {
    this.trouble = null;
    this.counts.commits++;
    this.counts.appended += storedEvents.length;
    this.counts.largestGroup = Math.max(this.counts.largestGroup, group.length);
    this.counts.lastCommitMs = ms;
    this.keeper.noteCommit(group.reduce((sum, append) => sum + append.weight, 0));
  }
}
