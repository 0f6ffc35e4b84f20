import Database from 'better-sqlite3';
import { describeMachineError } from '../data-folder/machine-errors.js';
import { Checkpoints, RefusedSignIns, SideStore, UsedCodes } from './side-store.js';
import { storedAnswerTable, SqliteStoredAnswers } from './sqlite-stored-answers.js';
import { lastUseTable, SqliteLastUses } from './sqlite-last-uses.js';
import { refusedUseTable, SqliteRefusedUses } from './sqlite-refused-uses.js';
import { SqliteToolUses, toolUseTable } from './sqlite-tool-uses.js';
import { sessionTable, SqliteSessions } from './sqlite-sessions.js';

const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
`;

const checkpointTable = 'CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) WITHOUT ROWID;';
const refusedSignInTable = `
  CREATE TABLE IF NOT EXISTS refused_sign_ins (who TEXT NOT NULL, at TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS refused_sign_ins_of ON refused_sign_ins (who, at);
`;

const usedCodeTable = 'CREATE TABLE IF NOT EXISTS used_codes (who TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;';

class SqliteCheckpoints extends Checkpoints {
  private readonly read: Database.Statement<[string], number>;
  private readonly write: Database.Statement<[string, number]>;
  constructor(db: Database.Database) {
    super();
    this.read = db.prepare<[string], number>('SELECT ordinal FROM checkpoints WHERE name = ?').pluck();
    this.write = db.prepare('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO UPDATE SET ordinal = excluded.ordinal');
  }
  get(name: string): number {
    return this.read.get(name) ?? 0;
  }
  save(name: string, ordinal: number): void {
    this.write.run(name, ordinal);
  }
}

class SqliteRefusedSignIns extends RefusedSignIns {
  constructor(private readonly db: Database.Database) {
    super();
  }
  note(key: string, at: string): void {
    this.db.prepare('INSERT INTO refused_sign_ins VALUES (?, ?)').run(key, at);
  }
  countSince(key: string, since: string): number {
    const count = this.db.prepare<[string, string], number>('SELECT count(*) FROM refused_sign_ins WHERE who = ? AND at > ?').pluck();
    return count.get(key, since) ?? 0;
  }
  takeBack(key: string, at: string): void {
    this.db
      .prepare('DELETE FROM refused_sign_ins WHERE rowid = (SELECT rowid FROM refused_sign_ins WHERE who = ? AND at = ? LIMIT 1)')
      .run(key, at);
  }
  forget(key: string): void {
    this.db.prepare('DELETE FROM refused_sign_ins WHERE who = ?').run(key);
  }
  prune(until: string): number {
    return this.db.prepare('DELETE FROM refused_sign_ins WHERE at <= ?').run(until).changes;
  }
}

class SqliteUsedCodes extends UsedCodes {
  constructor(private readonly db: Database.Database) {
    super();
  }
  use(key: string, count: number): boolean {
    const insertCode = 'INSERT INTO used_codes VALUES (?, ?) ON CONFLICT DO UPDATE SET count = excluded.count WHERE excluded.count > count';
    return this.db.prepare(insertCode).run(key, count).changes > 0;
  }
}

/** The `side.db` at this path, created when it is missing; `:memory:` for tests. */
export class SqliteSideStore extends SideStore {
  readonly sessions: SqliteSessions;
  readonly answers: SqliteStoredAnswers;
  readonly checkpoints: SqliteCheckpoints;
  readonly lastUses: SqliteLastUses;
  readonly refusedUses: SqliteRefusedUses;
  readonly toolUses: SqliteToolUses;
  readonly refusedSignIns: SqliteRefusedSignIns;
  readonly usedCodes: SqliteUsedCodes;
  private readonly db: Database.Database;

  constructor(file: string) {
    super();
    const db = new Database(file);
    const tables = [
      sessionTable,
      storedAnswerTable,
      checkpointTable,
      lastUseTable,
      refusedUseTable,
      refusedSignInTable,
      usedCodeTable,
      toolUseTable,
    ];
    db.exec([pragmas, ...tables].join('\n'));
    this.db = db;
    this.sessions = new SqliteSessions(db);
    this.answers = new SqliteStoredAnswers(db);
    this.checkpoints = new SqliteCheckpoints(db);
    this.lastUses = new SqliteLastUses(db);
    this.refusedUses = new SqliteRefusedUses(db);
    this.toolUses = new SqliteToolUses(db);
    this.refusedSignIns = new SqliteRefusedSignIns(db);
    this.usedCodes = new SqliteUsedCodes(db);
  }

  /** `secure_delete` has zeroed the rows, but the write-ahead log still contains the old pages. */
  scrub(): void {
    const [answer] = this.db.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    if (answer?.busy) throw new Error('another connection is reading side.db: its write-ahead log could not be emptied');
  }

  close(): void {
    if (!this.db.open) return;
    try {
      this.lastUses.flush();
      this.refusedUses.flush();
      this.toolUses.flush();
    } catch (error) {
      // on a full disk the notes are lost, which is acceptable
      if (describeMachineError(error) === undefined) throw error;
    } finally {
      this.db.close();
    }
  }
}
