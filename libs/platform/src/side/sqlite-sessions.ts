import type Database from 'better-sqlite3';
import { duration, limits } from '@tocsin/contracts/limits.js';
import { between, plus } from '@tocsin/kernel/time.js';
import { Sessions, type NewSession, type Session } from './side-store.js';

export const sessionTable = `
  CREATE TABLE IF NOT EXISTS sessions (
    tokenHash TEXT PRIMARY KEY, personId TEXT NOT NULL, createdAt TEXT NOT NULL, lastSeenAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL, userAgent TEXT NOT NULL, address TEXT NOT NULL DEFAULT '', provedAt TEXT NOT NULL DEFAULT '', revoked INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_of ON sessions (personId);
`;

/** A side store of an earlier version does not have these. */
export const addColumns = (db: Database.Database): void => {
  const has = db.prepare<[string], number>("SELECT count(*) FROM pragma_table_info('sessions') WHERE name = ?").pluck();
  for (const column of ['address', 'provedAt']) {
    if (!has.get(column)) db.exec(`ALTER TABLE sessions ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`);
  }
};

const columns = 'tokenHash, personId, createdAt, lastSeenAt, expiresAt, userAgent, address, provedAt';

const statementsOf = (db: Database.Database) => ({
  create: db.prepare<[Session]>(
    `INSERT INTO sessions (${columns}) VALUES (@tokenHash, @personId, @createdAt, @lastSeenAt, @expiresAt, @userAgent, @address, @provedAt)`,
  ),
  find: db.prepare<[string, string], Session>(`SELECT ${columns} FROM sessions WHERE tokenHash = ? AND NOT revoked AND expiresAt > ?`),
  touch: db.prepare<[Session]>('UPDATE sessions SET lastSeenAt = @lastSeenAt, expiresAt = @expiresAt WHERE tokenHash = @tokenHash'),
  prove: db.prepare<[string, string]>('UPDATE sessions SET provedAt = ? WHERE tokenHash = ?'),
  revoke: db.prepare<[string]>('UPDATE sessions SET revoked = 1 WHERE tokenHash = ?'),
  revokeAll: db
    .prepare<[string, string], string>(
      'UPDATE sessions SET revoked = 1 WHERE personId = ? AND tokenHash <> ? AND NOT revoked RETURNING tokenHash',
    )
    .pluck(),
  list: db.prepare<[string, string], Session>(
    `SELECT ${columns} FROM sessions WHERE personId = ? AND NOT revoked AND expiresAt > ? ORDER BY createdAt DESC, tokenHash`,
  ),
  forget: db.prepare<[string], string>('DELETE FROM sessions WHERE personId = ? RETURNING tokenHash').pluck(),
  prune: db.prepare<[string]>('DELETE FROM sessions WHERE expiresAt <= ?'),
});

export class SqliteSessions extends Sessions {
  private readonly statements: ReturnType<typeof statementsOf>;
  constructor(db: Database.Database) {
    super();
    this.statements = statementsOf(db);
  }

  create({ tokenHash, personId, userAgent, address = '' }: NewSession, now: string): Session {
    const begun = { createdAt: now, lastSeenAt: now, provedAt: now, expiresAt: plus(now, limits.session) };
    const session = { tokenHash, personId, userAgent, address, ...begun };
    this.statements.create.run(session);
    return session;
  }

  find(tokenHash: string, now: string): Session | undefined {
    return this.statements.find.get(tokenHash, now);
  }

  touch(session: Session, now: string): Session {
    if (between(session.lastSeenAt, now) < duration.minute) return session;
    const seen = { ...session, lastSeenAt: now, expiresAt: plus(now, limits.session) };
    this.statements.touch.run(seen);
    return seen;
  }

  prove(tokenHash: string, now: string): void {
    this.statements.prove.run(now, tokenHash);
  }

  revoke(tokenHash: string): void {
    this.statements.revoke.run(tokenHash);
  }

  revokeAllOf(personId: string, except = ''): readonly string[] {
    return this.statements.revokeAll.all(personId, except);
  }

  listOf(personId: string, now: string): readonly Session[] {
    return this.statements.list.all(personId, now);
  }

  forgetAllOf(personId: string): readonly string[] {
    return this.statements.forget.all(personId);
  }

  prune(now: string): number {
    return this.statements.prune.run(now).changes;
  }
}
