import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { openTemporaryDatabase } from '../../replay/temporary-database.js';
import { OrdinalIndex, type CountedEvent, type UncountedEvent } from './ordinal-index.js';
import { atTheStart, type Position } from './position.js';

const schema = `
  CREATE TABLE IF NOT EXISTS types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS ordinals (
    ordinal INTEGER PRIMARY KEY,
    commit_position INTEGER NOT NULL,
    prepare_position INTEGER NOT NULL,
    type_id INTEGER NOT NULL,
    UNIQUE (commit_position, prepare_position)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ordinals_by_type ON ordinals (type_id, ordinal);
  CREATE TABLE IF NOT EXISTS counted (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    prefix TEXT NOT NULL,
    commit_position INTEGER NOT NULL,
    prepare_position INTEGER NOT NULL,
    last_id TEXT NOT NULL
  ) STRICT;
`;
const columns = 'SELECT ordinal, commit_position AS "commit", prepare_position AS "prepare" FROM ordinals';
const ofTypes = 'type_id IN (SELECT id FROM types WHERE name IN (SELECT value FROM json_each(?)))';

/** bigint, because positions have more digits than a number can hold. */
interface Row {
  readonly ordinal: bigint;
  readonly commit: bigint;
  readonly prepare: bigint;
}

const toCountedEvent = ({ ordinal, commit, prepare }: Row): CountedEvent => ({ ordinal: Number(ordinal), position: { commit, prepare } });

const openDatabase = (file: string): Database.Database => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  return database;
};

/** Commits are not flushed: what a crash loses at the end is counted again. Throws when the file was counted for another prefix. */
export class SqliteOrdinalIndex extends OrdinalIndex {
  last: (CountedEvent & { readonly id: string }) | undefined;
  checkpoint: Position = atTheStart;
  private readonly database: Database.Database;
  private readonly types = new Map<string, number>();
  private readonly transaction: Database.Transaction<(events: readonly UncountedEvent[], checkpoint: Position) => void>;

  /** Creates `file` when it is missing; `:memory:` for a temporary index. */
  constructor(file: string, prefix: string, database = openDatabase(file)) {
    super();
    this.database = database;
    this.database.exec(schema);
    this.requireServer(prefix, file);
    this.restoreState();
    this.transaction = this.prepareCounting();
  }

  /** An empty index in a temporary database in this folder. */
  static openTemporary(folder: string, prefix: string): SqliteOrdinalIndex {
    return new SqliteOrdinalIndex('', prefix, openTemporaryDatabase(folder));
  }

  count(events: readonly UncountedEvent[], checkpoint: Position): number {
    const first = (this.last?.ordinal ?? 0) + 1;
    this.transaction.immediate(events, checkpoint);
    const end = events.at(-1);
    if (end) this.last = { ordinal: first + events.length - 1, position: end.position, id: end.id };
    this.checkpoint = checkpoint;
    return first;
  }

  ordinalAt({ commit, prepare }: Position): number | undefined {
    const [entry] = this.selectRows('WHERE commit_position = ? AND prepare_position = ?', commit, prepare);
    return entry?.ordinal;
  }
  after(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[] {
    if (types) return this.selectRows(`WHERE ordinal > ? AND ${ofTypes} ORDER BY ordinal LIMIT ?`, ordinal, JSON.stringify(types), limit);
    return this.selectRows('WHERE ordinal > ? ORDER BY ordinal LIMIT ?', ordinal, limit);
  }
  before(ordinal: number, limit: number, types?: readonly string[]): readonly CountedEvent[] {
    if (types)
      return this.selectRows(`WHERE ordinal < ? AND ${ofTypes} ORDER BY ordinal DESC LIMIT ?`, ordinal, JSON.stringify(types), limit);
    return this.selectRows('WHERE ordinal < ? ORDER BY ordinal DESC LIMIT ?', ordinal, limit);
  }
  entriesOf(ordinals: readonly number[]): readonly CountedEvent[] {
    return this.selectRows('WHERE ordinal IN (SELECT value FROM json_each(?)) ORDER BY ordinal', JSON.stringify(ordinals));
  }

  close(): void {
    this.database.close();
  }

  private readonly prepared = new Map<string, Database.Statement>();

  private selectRows(condition: string, ...values: readonly (string | number | bigint)[]): readonly CountedEvent[] {
    let statement = this.prepared.get(condition);
    if (!statement) {
      statement = this.database.prepare(`${columns} ${condition}`).safeIntegers();
      this.prepared.set(condition, statement);
    }
    return (statement.all(...values) as Row[]).map(toCountedEvent);
  }

  private prepareCounting(): Database.Transaction<(events: readonly UncountedEvent[], checkpoint: Position) => void> {
    const insert = this.database.prepare('INSERT INTO ordinals VALUES (?, ?, ?, ?)');
    const move = this.database.prepare('UPDATE counted SET commit_position = ?, prepare_position = ?, last_id = coalesce(?, last_id)');
    return this.database.transaction((events: readonly UncountedEvent[], checkpoint: Position) => {
      let ordinal = this.last?.ordinal ?? 0;
      for (const { position, type } of events) insert.run(++ordinal, position.commit, position.prepare, this.typeId(type));
      move.run(checkpoint.commit, checkpoint.prepare, events.at(-1)?.id ?? null);
    });
  }

  private typeId(name: string): number {
    const knownId = this.types.get(name);
    if (knownId !== undefined) return knownId;
    this.database.prepare('INSERT OR IGNORE INTO types (name) VALUES (?)').run(name);
    const id = this.database.prepare('SELECT id FROM types WHERE name = ?').pluck().get(name) as number;
    this.types.set(name, id);
    return id;
  }

  private requireServer(prefix: string, file: string): void {
    this.database.prepare(`INSERT OR IGNORE INTO counted VALUES (1, ?, 0, 0, '')`).run(prefix);
    const storedPrefix = this.database.prepare('SELECT prefix FROM counted').pluck().get() as string;
    if (storedPrefix === prefix) return;
    this.database.close();
    throw new Error(`${file} was counted for streams of “${storedPrefix}”, not of “${prefix}”. Remove it to count again.`);
  }

  private restoreState(): void {
    const row = this.database
      .prepare('SELECT commit_position AS "commit", prepare_position AS "prepare", last_id AS id FROM counted')
      .safeIntegers()
      .get() as Position & { readonly id: string };
    this.checkpoint = { commit: row.commit, prepare: row.prepare };
    const [last] = this.before(Number.MAX_SAFE_INTEGER, 1);
    this.last = last && { ...last, id: row.id };
  }
}
