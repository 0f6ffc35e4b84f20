import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isDamaged } from '../data-folder/machine-errors.js';

/** Raised when the same events get other tokens. */
const format = 1;
/** Events of one table. A search reads the newest table first, and one event is removed by making its table again. */
export const eventsPerTable = 2 ** 17;
/** Milliseconds after which an answer is given with what was found, and with where to continue. */
const budget = 150;
const temporary = 'making';

export interface IndexedEvent {
  readonly ordinal: number;
  /** Each once. */
  readonly tokens: readonly string[];
}

/** Events that meet all criteria. */
export interface IndexQuery {
  /** Of each list at least one. */
  readonly anyOf: readonly (readonly string[])[];
  readonly noneOf: readonly string[];
  /** Beginnings of words that must all occur, or else the other token. */
  readonly words: { readonly prefixes: readonly string[]; readonly or: string };
  /** Ordinals, exclusive. */
  readonly before: number;
  readonly after: number;
  readonly limit: number;
}

/** Ordinals, the highest first. Everything from `reached` on was searched; 0: everything. */
export interface IndexAnswer {
  readonly ordinals: readonly number[];
  readonly reached: number;
}

export const searchFile = (dir: string): string => join(dir, 'search.db');
export const tableOf = (ordinal: number): number => Math.floor(ordinal / eventsPerTable);
const nameOf = (table: number): string => `words_${table}`;
const createTable = (name: string): string =>
  `CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5(tokens, content='', detail='none', columnsize=0, tokenize="ascii tokenchars '_'")`;
const schema = `
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL, position INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS streams (stream TEXT PRIMARY KEY, tokens TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const quote = (token: string): string => `"${token}"`;
const anyOf = (tokens: readonly string[]): string => `(${tokens.map(quote).join(' OR ')})`;

/** The query in the language of FTS5; null: it has no criterion. */
const matchOf = ({ anyOf: lists, noneOf, words: { prefixes, or } }: IndexQuery): string | null => {
  const words = prefixes.map((prefix) => `${quote(prefix)}*`).join(' AND ');
  const criteria = [...lists.map(anyOf), ...(words === '' ? [] : [`((${words}) OR ${quote(or)})`])];
  if (criteria.length === 0) return null;
  return `(${criteria.join(' AND ')})${noneOf.length === 0 ? '' : ` NOT ${anyOf(noneOf)}`}`;
};

/**
 * `<views>/search.db`: which events have which words, by SQLite’s full-text index. It has no text that could be read, only words, and none that is
 * encrypted. One connection reads and writes it, so a rollback journal is enough, which keeps nothing of what was removed.
 */
export class SearchIndex {
  private constructor(private readonly db: Database.Database) {}

  /** Starts again when the file is damaged, of another format, or has seen more than `head` events. Throws SQLite’s other errors. */
  static open(dir: string, head: number): SearchIndex {
    mkdirSync(dir, { recursive: true });
    const index = SearchIndex.tryOpen(dir);
    if (index && index.format === format && index.position <= head) return index;
    index?.close();
    for (const end of ['', '-journal']) rmSync(searchFile(dir) + end, { force: true });
    return SearchIndex.openFile(dir);
  }

  private static tryOpen(dir: string): SearchIndex | null {
    try {
      return SearchIndex.openFile(dir);
    } catch (error) {
      if (isDamaged(error)) return null;
      throw error;
    }
  }

  private static openFile(dir: string): SearchIndex {
    const db = new Database(searchFile(dir));
    try {
      db.exec(`PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; ${schema}`);
      db.prepare('INSERT OR IGNORE INTO state VALUES (1, ?, 0)').run(format);
      db.exec(`DROP TABLE IF EXISTS ${temporary}`);
      return new SearchIndex(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Everything up to this ordinal is in the index. */
  get position(): number {
    return this.db.prepare<[], number>('SELECT position FROM state').pluck().get() ?? 0;
  }

  private get format(): number {
    return this.db.prepare<[], number>('SELECT format FROM state').pluck().get() ?? 0;
  }

  /** Tokens that all events of a stream have. */
  streamTokens(stream: string): readonly string[] {
    const tokens = this.db.prepare<[string], string>('SELECT tokens FROM streams WHERE stream = ?').pluck().get(stream);
    return tokens ? tokens.split(' ') : [];
  }

  setStreamTokens(stream: string, tokens: readonly string[]): void {
    this.db.prepare('INSERT OR REPLACE INTO streams VALUES (?, ?)').run(stream, tokens.join(' '));
  }

  /** Adds events in order, and moves the position to `upTo`, in one transaction. */
  add(events: readonly IndexedEvent[], upTo: number): void {
    this.db.transaction(() => {
      for (const table of new Set(events.map(({ ordinal }) => tableOf(ordinal)))) this.db.exec(createTable(nameOf(table)));
      for (const event of events) this.insert(nameOf(tableOf(event.ordinal)), event);
      this.db.prepare('UPDATE state SET position = ?').run(upTo);
    })();
  }

  /**
   * Makes a table again, so that nothing is left of what its events said before. `read` gives the events after an ordinal, in pages; an empty one is the
   * end, and null gives up. A search finds the former table until the new one is complete. Returns whether it is.
   */
  async remake(table: number, read: (after: number) => Promise<readonly IndexedEvent[] | null>): Promise<boolean> {
    const last = Math.min((table + 1) * eventsPerTable - 1, this.position);
    this.db.exec(`DROP TABLE IF EXISTS ${temporary}`);
    this.db.exec(createTable(temporary));
    for (let after = Math.max(table * eventsPerTable - 1, 0); after < last;) {
      const events = await read(after);
      if (!events) return this.giveUp();
      if (events.length === 0) break;
      after = events.at(-1)!.ordinal;
      this.db.transaction(() => {
        for (const event of events) if (event.ordinal <= last) this.insert(temporary, event);
      })();
    }
    this.db.transaction(() => {
      this.db.exec(`DROP TABLE IF EXISTS ${nameOf(table)}; ALTER TABLE ${temporary} RENAME TO ${nameOf(table)}`);
    })();
    return true;
  }

  private giveUp(): false {
    this.db.exec(`DROP TABLE IF EXISTS ${temporary}`);
    return false;
  }

  /** Null: the query has no criterion that an index could answer. */
  find(query: IndexQuery): IndexAnswer | null {
    const match = matchOf(query);
    if (match === null) return null;
    const until = performance.now() + budget;
    const ordinals: number[] = [];
    const highest = Math.min(query.before - 1, this.position);
    const lowest = tableOf(query.after + 1);
    for (let table = tableOf(highest); table >= lowest; table -= 1) {
      ordinals.push(...this.findIn(nameOf(table), match, query, query.limit - ordinals.length));
      if (ordinals.length >= query.limit) return { ordinals, reached: ordinals.at(-1)! };
      if (performance.now() > until && table > lowest) return { ordinals, reached: Math.max(table * eventsPerTable, 1) };
    }
    return { ordinals, reached: 0 };
  }

  close(): void {
    this.db.close();
  }

  private insert(table: string, { ordinal, tokens }: IndexedEvent): void {
    this.db.prepare(`INSERT INTO ${table} (rowid, tokens) VALUES (?, ?)`).run(ordinal, tokens.join(' '));
  }

  private findIn(table: string, match: string, { before, after }: IndexQuery, limit: number): readonly number[] {
    if (!this.db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table)) return [];
    return this.db
      .prepare<[string, number, number, number], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid < ? AND rowid > ? ORDER BY rowid DESC LIMIT ?`,
      )
      .pluck()
      .all(match, before, after, limit);
  }
}
