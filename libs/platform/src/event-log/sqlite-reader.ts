import type Database from 'better-sqlite3';
import { tokenOf } from './append-checks.js';
import { LogUnavailable, readCharacters, type StoredEvent } from './event-log.js';
import { troubleOf } from './sqlite-errors.js';

type Row = Omit<StoredEvent, 'token'>;

// CROSS JOIN fixes the order: events first, then the names of each
const columns = 'SELECT e.ordinal, s.name AS stream, e.revision, e.id, t.name AS type, e.v, e.data, e.meta';
const names = 'CROSS JOIN streams s ON s.id = e.stream_id CROSS JOIN types t ON t.id = e.type_id';
const events = `${columns} FROM events e ${names}`;

/**
 * Events of some types, by the index on types: merges the entries of each type, and reads no further than it returns. An `IN` would scan all events of
 * other types, or sort all matches.
 */
const typesQuery = (types: number, condition: '> ?' | '< ?', order: 'ASC' | 'DESC'): string => {
  const each = Array.from({ length: types }, () => `SELECT ordinal FROM events WHERE type_id = ? AND ordinal ${condition}`);
  return `${columns} FROM (${each.join(' UNION ALL ')} ORDER BY ordinal ${order} LIMIT ?) f CROSS JOIN events e ON e.ordinal = f.ordinal
    ${names} ORDER BY f.ordinal ${order}`;
};

// metadata usually starts with `at`, which is found much faster there; otherwise JSON is parsed
const instant = `CASE substr(meta, 1, 7) WHEN '{"at":"' THEN substr(meta, 8, 24) ELSE meta ->> '$.at' END`;

/** A page for followers ends after this many events, or with the event with which it reaches this length. */
const pageEvents = 500;
const pageCharacters = 4 * 1024 * 1024;

const toStoredEvent = (row: Row): StoredEvent => ({ ...row, token: tokenOf(row.ordinal) });

/** All queries on `log.db`. Throws LogUnavailable when it can’t be read. */
export class SqliteReader {
  private readonly stream: Database.Statement;
  private readonly streamBack: Database.Statement;
  private readonly up: Database.Statement;
  private readonly down: Database.Statement;
  private readonly typeId: Database.Statement;
  private readonly typeIds = new Map<string, number>();
  private readonly byTypes = new Map<string, Database.Statement>();
  private readonly these: Database.Statement;
  private readonly last: Database.Statement;
  private readonly instants: Database.Statement;

  constructor(private readonly database: Database.Database) {
    this.stream = database.prepare(
      `${events} WHERE e.stream_id = (SELECT id FROM streams WHERE name = ?) AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
    );
    this.streamBack = database.prepare(
      `${events} WHERE e.stream_id = (SELECT id FROM streams WHERE name = ?) AND e.revision < ? ORDER BY e.revision DESC LIMIT ?`,
    );
    this.up = database.prepare(`${events} WHERE e.ordinal > ? ORDER BY e.ordinal LIMIT ?`);
    this.down = database.prepare(`${events} WHERE e.ordinal < ? ORDER BY e.ordinal DESC LIMIT ?`);
    this.typeId = database.prepare('SELECT id FROM types WHERE name = ?').pluck();
    this.these = database.prepare(`${events} WHERE e.ordinal IN (SELECT value FROM json_each(?)) ORDER BY e.ordinal`);
    this.instants = database.prepare(`SELECT ordinal, ${instant} AS at FROM events WHERE ordinal > ? ORDER BY ordinal LIMIT ?`).raw();
    this.last = database.prepare('SELECT coalesce(max(ordinal), 0) FROM events').pluck();
  }

  readStream(stream: string, from: number, limit: number | undefined): readonly StoredEvent[] {
    return this.readLimited(this.stream, [stream, from, limit ?? -1]);
  }

  readStreamBack(stream: string, before: number, limit: number): readonly StoredEvent[] {
    return this.readLimited(this.streamBack, [stream, before, limit]);
  }

  readUp(after: number, limit: number, types?: readonly string[]): readonly StoredEvent[] {
    return types ? this.ofTypes(types, ['> ?', 'ASC'], after, limit) : this.readLimited(this.up, [after, limit]);
  }

  readDown(before: number, limit: number, types?: readonly string[]): readonly StoredEvent[] {
    return types ? this.ofTypes(types, ['< ?', 'DESC'], before, limit) : this.readLimited(this.down, [before, limit]);
  }

  readOrdinals(ordinals: readonly number[]): readonly StoredEvent[] {
    return this.readLimited(this.these, [JSON.stringify(ordinals)], Infinity);
  }

  readInstants(after: number, limit: number): readonly (readonly [ordinal: number, at: string])[] {
    return this.read(() => this.instants.all(after, limit) as [number, string][]);
  }

  /** 0 for an empty log. */
  head(): number {
    return this.read(() => this.last.get() as number);
  }

  /** For followers: bounded in number and size. */
  page(after: number): readonly StoredEvent[] {
    return this.readLimited(this.up, [after, pageEvents], pageCharacters);
  }

  private ofTypes(
    types: readonly string[],
    [condition, order]: ['> ?', 'ASC'] | ['< ?', 'DESC'],
    from: number,
    limit: number,
  ): readonly StoredEvent[] {
    const ids = this.read(() => types.flatMap((type) => this.idOf(type) ?? []));
    if (ids.length === 0) return [];
    const text = typesQuery(ids.length, condition, order);
    let statement = this.byTypes.get(text);
    if (!statement) {
      statement = this.read(() => this.database.prepare(text));
      this.byTypes.set(text, statement);
    }
    return this.readLimited(statement, [...ids.flatMap((id) => [id, from]), limit]);
  }

  /** Undefined for a type without events. */
  private idOf(type: string): number | undefined {
    const knownId = this.typeIds.get(type) ?? (this.typeId.get(type) as number | undefined);
    if (knownId !== undefined) this.typeIds.set(type, knownId);
    return knownId;
  }

  private readLimited(statement: Database.Statement, values: readonly (string | number)[], most = readCharacters): readonly StoredEvent[] {
    return this.read(() => {
      const page: StoredEvent[] = [];
      let characters = 0;
      for (const row of statement.iterate(...values) as IterableIterator<Row>) {
        page.push(toStoredEvent(row));
        characters += row.data.length + row.meta.length;
        if (characters >= most) break;
      }
      return page;
    });
  }

  private read<Answer>(ask: () => Answer): Answer {
    if (!this.database.open) throw new LogUnavailable('not_applied', 'the log is closed');
    try {
      return ask();
    } catch (error) {
      throw troubleOf(error) ?? error;
    }
  }
}
