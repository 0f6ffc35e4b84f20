import type Database from 'better-sqlite3';
import { limits } from '@tocsin/contracts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { StoredAnswers, type StoredAnswer } from './side-store.js';

export const storedAnswerTable = `
  CREATE TABLE IF NOT EXISTS kept_answers (
    actor TEXT NOT NULL, key TEXT NOT NULL, bodyHash TEXT NOT NULL, status INTEGER NOT NULL, answer TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (actor, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS kept_answers_at ON kept_answers (at);
`;

type Row = Omit<StoredAnswer, 'answer'> & { readonly answer: string };

const statementsOf = (db: Database.Database) => ({
  get: db.prepare<[string, string], Row>('SELECT bodyHash, status, answer, at FROM kept_answers WHERE actor = ? AND key = ?'),
  put: db.prepare<[string, string, string, number, string, string]>(
    `INSERT INTO kept_answers VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET status = excluded.status, answer = excluded.answer, at = excluded.at WHERE status = 0 AND bodyHash = excluded.bodyHash`,
  ),
  begin: db.prepare<[string, string, string, string]>("INSERT INTO kept_answers VALUES (?, ?, ?, 0, 'null', ?) ON CONFLICT DO NOTHING"),
  forget: db.prepare<[string]>('DELETE FROM kept_answers WHERE actor = ?'),
  prune: db.prepare<[string]>('DELETE FROM kept_answers WHERE at < ?'),
});

export class SqliteStoredAnswers extends StoredAnswers {
  private readonly statements: ReturnType<typeof statementsOf>;
  constructor(db: Database.Database) {
    super();
    this.statements = statementsOf(db);
  }

  get(actor: string, key: string): StoredAnswer | undefined {
    const row = this.statements.get.get(actor, key);
    return row && { ...row, answer: JSON.parse(row.answer) as unknown };
  }

  begin(actor: string, key: string, { bodyHash, at }: Pick<StoredAnswer, 'bodyHash' | 'at'>): void {
    this.statements.begin.run(actor, key, bodyHash, at);
  }

  put(actor: string, key: string, { bodyHash, status, answer, at }: StoredAnswer): void {
    this.statements.put.run(actor, key, bodyHash, status, JSON.stringify(answer ?? null), at);
  }

  forgetAllOf(actor: string): number {
    return this.statements.forget.run(actor).changes;
  }

  prune(now: string): number {
    return this.statements.prune.run(addMillis(now, -limits.answersKept)).changes;
  }
}
