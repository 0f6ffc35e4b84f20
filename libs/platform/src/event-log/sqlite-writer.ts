import type Database from 'better-sqlite3';
import { requireRevision, tokenOf } from './append-checks.js';
import { AppendConflict, type AppendResult, type ExpectedRevision, type NewEvent, type StoredEvent } from './event-log.js';
import { InternedNames, type KnownStream } from './interned-names.js';
import { troubleOf } from './sqlite-errors.js';

export interface WaitingAppend {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly weight: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes each group of appends in one transaction. An append with a conflict fails alone; when the transaction fails, all of them fail, and cached names
 * are dropped.
 */
export class SqliteWriter {
  private readonly names: InternedNames;
  private readonly insert: Database.Statement;
  private readonly selectRevision: Database.Statement;
  private readonly last: Database.Statement;
  private readonly transaction: Database.Transaction<(group: readonly WaitingAppend[]) => void>;
  private head: number | undefined;
  private outcomes: (AppendResult | AppendConflict)[] = [];
  private writtenEvents: StoredEvent[] = [];
  private isCommitting = false;

  constructor(database: Database.Database) {
    this.names = new InternedNames(database);
    this.insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.selectRevision = database.prepare('SELECT id, ordinal FROM events WHERE stream_id = ? AND revision > ? ORDER BY revision LIMIT ?');
    this.last = database.prepare('SELECT coalesce(max(ordinal), 0) FROM events').pluck();
    this.transaction = database.transaction((group: readonly WaitingAppend[]) => this.apply(group));
  }

  /** Returns the outcome of each append in the group’s order, and the new events. Throws SQLite’s error. */
  write(group: readonly WaitingAppend[]): {
    readonly outcomes: readonly (AppendResult | AppendConflict)[];
    readonly writtenEvents: readonly StoredEvent[];
  } {
    this.outcomes = [];
    this.writtenEvents = [];
    this.isCommitting = false;
    try {
      this.transaction.immediate(group);
    } catch (error) {
      this.names.forget();
      this.head = undefined;
      throw troubleOf(error, this.isCommitting) ?? error;
    }
    return { outcomes: this.outcomes, writtenEvents: this.writtenEvents };
  }

  private apply(group: readonly WaitingAppend[]): void {
    this.head ??= this.last.get() as number;
    for (const append of group) this.outcomes.push(this.appendOne(append));
    this.isCommitting = true;
  }

  private appendOne(append: WaitingAppend): AppendResult | AppendConflict {
    const stream = this.names.stream(append.stream);
    const actual = stream?.revision ?? -1;
    const before = requireRevision(append.expectedRevision, actual);
    if (before === actual) return this.add(stream ?? this.names.createStream(append.stream), append);
    return (stream && this.findRepeat(stream, before, append.events)) ?? new AppendConflict(append.stream, append.expectedRevision, actual);
  }

  private add(knownStream: KnownStream, { stream, events }: WaitingAppend): AppendResult {
    let ordinal = this.head!;
    for (const { id, type, v, data, meta } of events) {
      ordinal++;
      const revision = ++knownStream.revision;
      this.insert.run(ordinal, knownStream.id, revision, this.names.typeId(type), v, id, data, meta);
      this.writtenEvents.push({ id, type, v, data, meta, stream, revision, ordinal, token: tokenOf(ordinal) });
    }
    this.head = ordinal;
    return { revision: knownStream.revision, token: tokenOf(ordinal) };
  }

  /** The answer of the first append, when exactly these events follow `before`. */
  private findRepeat(stream: KnownStream, before: number, events: readonly NewEvent[]): AppendResult | undefined {
    const rows = this.selectRevision.all(stream.id, before, events.length) as { id: string; ordinal: number }[];
    if (rows.length < events.length || events.some((event, index) => rows[index]!.id !== event.id)) return undefined;
    return { revision: before + events.length, token: tokenOf(rows.at(-1)!.ordinal) };
  }
}
