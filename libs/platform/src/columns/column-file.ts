import Database from 'better-sqlite3';
import { decodeSegment, encodeSegment, type ColumnRow, type ColumnShape, type ColumnDictionary } from './column-segment.js';

/** The last event that was read, and its log time. Ordinal 0: nothing was read. */
export interface ColumnCheckpoint {
  readonly ordinal: number;
  readonly eventId: string;
  readonly time: number;
}

const emptyCheckpoint: ColumnCheckpoint = { ordinal: 0, eventId: '', time: 0 };

const schema = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS segments (n INTEGER PRIMARY KEY, rows INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
`;

/** A full segment is never written again. */
const rowsOfSegment = 16_384;

/**
 * Rows derived from a log, stored as columns in a file that may be deleted at any time and is then built again from the log. `codeFingerprint`:
 * identifies the code that made the rows; rows of other code are dropped. For one thread only.
 */
export class ColumnFile {
  private readonly words: string[] = [];
  private readonly ids = new Map<string, number>();
  private savedOrdinal = 0;
  private tail: ColumnRow[] = [];
  private full = 0;
  private read: ColumnCheckpoint = emptyCheckpoint;
  private readonly dictionary: ColumnDictionary = {
    idOf: (word) => {
      const knownId = this.ids.get(word);
      if (knownId !== undefined) return knownId;
      this.ids.set(word, this.words.length);
      return this.words.push(word) - 1;
    },
    wordOf: (id) => this.words[id]!,
  };

  constructor(
    private readonly database: Database.Database,
    private readonly shape: ColumnShape,
    private readonly codeFingerprint: string,
  ) {
    // if it is lost in a power failure, it is built again
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = OFF');
    database.exec(schema);
    if (this.readMeta('madeBy') === codeFingerprint) this.load();
    else this.clear();
  }

  static open(file: string, shape: ColumnShape, codeFingerprint: string): ColumnFile {
    return new ColumnFile(new Database(file), shape, codeFingerprint);
  }

  get checkpoint(): ColumnCheckpoint {
    return this.read;
  }

  /** Appends in log order, atomically. */
  append(rows: readonly ColumnRow[], checkpoint: ColumnCheckpoint): void {
    const insertRow = this.database.prepare(
      'INSERT INTO segments (n, rows, body) VALUES (?, ?, ?) ON CONFLICT (n) DO UPDATE SET rows = excluded.rows, body = excluded.body',
    );
    let [tail, full] = [[...this.tail, ...rows], this.full];
    this.database.transaction(() => {
      const save = (segment: readonly ColumnRow[]): void =>
        void insertRow.run(full, segment.length, encodeSegment(segment, this.shape, this.dictionary));
      for (; tail.length >= rowsOfSegment; full += 1) {
        save(tail.slice(0, rowsOfSegment));
        tail = tail.slice(rowsOfSegment);
      }
      if (tail.length > 0) save(tail);
      this.saveWords();
      this.setMeta('checkpoint', JSON.stringify(checkpoint));
    })();
    this.savedOrdinal = this.words.length;
    [this.tail, this.full, this.read] = [tail, full, checkpoint];
  }

  /** In log order, up to an ordinal. */
  *readRows(upTo: number): Generator<ColumnRow> {
    const segment = this.database.prepare<[number], { rows: number; body: Uint8Array }>('SELECT rows, body FROM segments WHERE n = ?');
    for (let n = 0; n < this.full; n += 1) {
      const { rows, body } = segment.get(n)!;
      for (const row of decodeSegment(body, rows, this.shape, this.dictionary)) {
        if (row.ordinal > upTo) return;
        yield row;
      }
    }
    for (const row of this.tail) {
      if (row.ordinal > upTo) return;
      yield row;
    }
  }

  /** For another log, or other rules: the rows are no longer valid. */
  clear(): void {
    this.database.transaction(() => {
      this.database.exec('DELETE FROM meta; DELETE FROM words; DELETE FROM segments;');
      this.setMeta('madeBy', this.codeFingerprint);
    })();
    this.words.length = 0;
    this.ids.clear();
    [this.tail, this.full, this.savedOrdinal, this.read] = [[], 0, 0, emptyCheckpoint];
  }

  close(): void {
    this.database.close();
  }

  private load(): void {
    const words = this.database.prepare<[], string>('SELECT word FROM words ORDER BY id').pluck();
    for (const word of words.iterate()) this.dictionary.idOf(word);
    this.savedOrdinal = this.words.length;
    this.read = JSON.parse(this.readMeta('checkpoint') ?? JSON.stringify(emptyCheckpoint)) as ColumnCheckpoint;
    const last = this.database
      .prepare<[], { n: number; rows: number; body: Uint8Array }>('SELECT n, rows, body FROM segments ORDER BY n DESC LIMIT 1')
      .get();
    if (!last) return;
    const isFull = last.rows === rowsOfSegment;
    this.full = isFull ? last.n + 1 : last.n;
    if (!isFull) this.tail = [...decodeSegment(last.body, last.rows, this.shape, this.dictionary)];
  }

  private saveWords(): void {
    const insertWord = this.database.prepare('INSERT INTO words (id, word) VALUES (?, ?)');
    for (let id = this.savedOrdinal; id < this.words.length; id += 1) insertWord.run(id, this.words[id]);
  }

  private readMeta(key: string): string | undefined {
    return this.database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(key);
  }

  private setMeta(key: string, value: string): void {
    this.database
      .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(key, value);
  }
}
