import type Database from 'better-sqlite3';
import { tokenOf } from './append-checks.js';
import { EventLog, type ReadAll, type ReadBackwards, type ReadStreamBackwards, type StoredEvent, type Subscription } from './event-log.js';
import type { Wait } from '../clock/wait.js';
import type { Handler, Source } from './follower.js';
import { Followers } from './followers.js';
import { SqliteReader } from './sqlite-reader.js';

export abstract class SqliteLogReads extends EventLog {
  protected readonly reader: SqliteReader;
  protected readonly followers: Followers;

  constructor(
    protected readonly database: Database.Database,
    wait?: Wait,
  ) {
    super();
    this.reader = new SqliteReader(database);
    this.followers = new Followers(wait);
  }

  protected abstract readonly source: Source;

  async readStream(stream: string, from = 0, limit?: number): Promise<readonly StoredEvent[]> {
    return this.reader.readStream(stream, from, limit);
  }
  async readStreamBack({ stream, before = Number.MAX_SAFE_INTEGER, limit }: ReadStreamBackwards): Promise<readonly StoredEvent[]> {
    return this.reader.readStreamBack(stream, before, limit);
  }
  async readAll({ after, limit, types }: ReadAll): Promise<readonly StoredEvent[]> {
    return this.reader.readUp(after, limit, types);
  }
  async readBack(query: ReadBackwards): Promise<readonly StoredEvent[]> {
    return this.reader.readDown(query.before, query.limit, query.types);
  }
  async readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    return this.reader.readOrdinals(ordinals);
  }
  override async readInstants(after: number, limit: number): Promise<readonly (readonly [ordinal: number, at: string])[]> {
    return this.reader.readInstants(after, limit);
  }
  /** Bounded in number and size. */
  page(after: number): readonly StoredEvent[] {
    return this.reader.page(after);
  }
  one(ordinal: number): StoredEvent | undefined {
    return this.reader.readUp(ordinal - 1, 1).find((event) => event.ordinal === ordinal);
  }
  async head(): Promise<{ readonly ordinal: number; readonly token: string }> {
    const ordinal = this.reader.head();
    return { ordinal, token: tokenOf(ordinal) };
  }

  follow(after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    return this.followers.start(this.source, after, handler, onTrouble);
  }

  async close(): Promise<void> {
    await this.followers.stop();
    this.database.close();
  }
}
