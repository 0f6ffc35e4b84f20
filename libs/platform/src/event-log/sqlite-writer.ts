import type Database from 'better-sqlite3';
import { revisionBefore, tokenOf } from './append-checks.js';
import { AppendConflict, type Appended, type Expected, type NewEvent, type StoredEvent } from './event-log.js';
import { InternedNames, type KnownStream } from './interned-names.js';
import { troubleOf } from './sqlite-trouble.js';

/** An append that waits for its commit. */
export interface WaitingAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly NewEvent[];
  readonly weight: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes groups of appends, each group in one transaction. An append with a conflict fails alone; when the transaction fails, all
 * of them fail, and cached names are dropped.
 */
export class SqliteWriter {
  private readonly names: InternedNames;
  private readonly insert: Database.Statement;
  private readonly standing: Database.Statement;
  private readonly last: Database.Statement;
  private readonly transaction: Database.Transaction<(group: readonly WaitingAppend[]) => void>;
  private head: number | undefined;
  private outcomes: (Appended | AppendConflict)[] = [];
  private written: StoredEvent[] = [];
  private committing = false;

  constructor(database: Database.Database) {
    this.names = new InternedNames(database);
    this.insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.standing = database.prepare('SELECT id, ordinal FROM events WHERE stream_id = ? AND revision > ? ORDER BY revision LIMIT ?');
    this.last = database.prepare('SELECT coalesce(max(ordinal), 0) FROM events').pluck();
    this.transaction = database.transaction((group: readonly WaitingAppend[]) => this.apply(group));
  }

  /** Commits a group. Returns the outcome of each append in the group’s order, and the new events. Throws SQLite’s error. */
  write(group: readonly WaitingAppend[]): {
    readonly outcomes: readonly (Appended | AppendConflict)[];
    readonly written: readonly StoredEvent[];
  } {
    this.outcomes = [];
    this.written = [];
    this.committing = false;
    try {
      this.transaction.immediate(group);
    } catch (error) {
      this.names.forget();
      this.head = undefined;
      throw troubleOf(error, this.committing) ?? error;
    }
    return { outcomes: this.outcomes, written: this.written };
  }

  private apply(group: readonly WaitingAppend[]): void {
    this.head ??= this.last.get() as number;
    for (const append of group) this.outcomes.push(this.one(append));
    this.committing = true;
  }

  private one(append: WaitingAppend): Appended | AppendConflict {
    const stream = this.names.stream(append.stream);
    const actual = stream?.revision ?? -1;
    const before = revisionBefore(append.expected, actual);
    if (before === actual) return this.add(stream ?? this.names.newStream(append.stream), append);
    return (stream && this.repeated(stream, before, append.events)) ?? new AppendConflict(append.stream, append.expected, actual);
  }

  private add(known: KnownStream, { stream, events }: WaitingAppend): Appended {
    let ordinal = this.head!;
    for (const { id, type, v, data, meta } of events) {
      ordinal++;
      const revision = ++known.revision;
      this.insert.run(ordinal, known.id, revision, this.names.typeId(type), v, id, data, meta);
      this.written.push({ id, type, v, data, meta, stream, revision, ordinal, token: tokenOf(ordinal) });
    }
    this.head = ordinal;
    return { revision: known.revision, token: tokenOf(ordinal) };
  }

  /** The answer of the first append, when exactly these events follow `before`. */
  private repeated(stream: KnownStream, before: number, events: readonly NewEvent[]): Appended | undefined {
    const rows = this.standing.all(stream.id, before, events.length) as { id: string; ordinal: number }[];
    if (rows.length < events.length || events.some((event, index) => rows[index]!.id !== event.id)) return undefined;
    return { revision: before + events.length, token: tokenOf(rows.at(-1)!.ordinal) };
  }
}
