import type Database from 'better-sqlite3';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { millisBetween, addMillis } from '@tocsin/kernel/time.js';
import { Sessions, type NewSession, type Session } from './side-store.js';

export const sessionTable = `
  CREATE TABLE IF NOT EXISTS sessions (
    tokenHash TEXT PRIMARY KEY, personId TEXT NOT NULL, createdAt TEXT NOT NULL, lastSeenAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL, userAgent TEXT NOT NULL, address TEXT NOT NULL, provedAt TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0,
    id TEXT NOT NULL, generation INTEGER NOT NULL, state TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_of ON sessions (personId);
  CREATE INDEX IF NOT EXISTS sessions_by_id ON sessions (id);
`;

const columns = 'id, tokenHash, personId, createdAt, lastSeenAt, expiresAt, userAgent, address, provedAt, generation, state';
const isGood = 'NOT revoked AND expiresAt > ?';

const statementsOf = (db: Database.Database) => ({
  create: db.prepare<[Session]>(`INSERT INTO sessions (${columns}) VALUES (${columns.replace(/\w+/g, '@$&')})`),
  find: db.prepare<[string, string], Session>(`SELECT ${columns} FROM sessions WHERE tokenHash = ? AND ${isGood}`),
  living: db.prepare<[string, string], Session>(`SELECT ${columns} FROM sessions WHERE id = ? AND state = 'live' AND ${isGood}`),
  touch: db.prepare<[Session]>(
    'UPDATE sessions SET lastSeenAt = @lastSeenAt, expiresAt = @expiresAt, state = @state WHERE tokenHash = @tokenHash',
  ),
  unprove: db.prepare<[string]>("UPDATE sessions SET provedAt = '' WHERE tokenHash = ?"),
  replace: db.prepare<[string, string]>(
    "UPDATE sessions SET state = 'replaced', expiresAt = min(expiresAt, ?) WHERE id = ? AND state = 'live'",
  ),
  revoke: db.prepare<[string]>('UPDATE sessions SET revoked = 1 WHERE id = ?'),
  revokeAll: db
    .prepare<[string, string], string>('UPDATE sessions SET revoked = 1 WHERE personId = ? AND id <> ? AND NOT revoked RETURNING id')
    .pluck(),
  people: db.prepare<[], string>('SELECT DISTINCT personId FROM sessions WHERE NOT revoked').pluck(),
  list: db.prepare<[string, string], Session>(
    `SELECT ${columns} FROM sessions WHERE personId = ? AND state = 'live' AND ${isGood} ORDER BY createdAt DESC, tokenHash`,
  ),
  forget: db.prepare<[string], string>('DELETE FROM sessions WHERE personId = ? RETURNING id').pluck(),
  prune: db.prepare<[string]>('DELETE FROM sessions WHERE expiresAt <= ?'),
});

export class SqliteSessions extends Sessions {
  private readonly statements: ReturnType<typeof statementsOf>;
  constructor(private readonly db: Database.Database) {
    super();
    this.statements = statementsOf(db);
  }

  create({ tokenHash, personId, userAgent, address = '', generation = 0 }: NewSession, now: string): Session {
    const fresh = { createdAt: now, lastSeenAt: now, provedAt: now, expiresAt: addMillis(now, limits.session), state: 'live' as const };
    const session = { id: tokenHash, tokenHash, personId, userAgent, address, generation, ...fresh };
    this.statements.create.run(session);
    return session;
  }

  find(tokenHash: string, now: string): Session | undefined {
    return this.statements.find.get(tokenHash, now);
  }

  findLive(id: string, now: string): Session | undefined {
    return this.statements.living.get(id, now);
  }

  touch(session: Session, now: string): Session {
    if (session.state === 'replaced') return session;
    if (session.state === 'live' && millisBetween(session.lastSeenAt, now) < duration.minute) return session;
    const touchedSession: Session = { ...session, state: 'live', lastSeenAt: now, expiresAt: addMillis(now, limits.session) };
    this.db.transaction(() => {
      if (session.state === 'renewed') this.statements.replace.run(addMillis(now, limits.sessionReplaced), session.id);
      this.statements.touch.run(touchedSession);
    })();
    return touchedSession;
  }

  renew(session: Session, tokenHash: string, now: string): Session {
    const renewed: Session = { ...session, tokenHash, state: 'renewed', provedAt: now, expiresAt: addMillis(now, limits.session) };
    this.db.transaction(() => {
      this.statements.unprove.run(session.tokenHash);
      this.statements.create.run(renewed);
    })();
    return renewed;
  }

  revoke(id: string): void {
    this.statements.revoke.run(id);
  }

  revokeAllOf(personId: string, except = ''): readonly string[] {
    return [...new Set(this.statements.revokeAll.all(personId, except))];
  }

  people(): readonly string[] {
    return this.statements.people.all();
  }

  listOf(personId: string, now: string): readonly Session[] {
    return this.statements.list.all(personId, now);
  }

  forgetAllOf(personId: string): readonly string[] {
    return [...new Set(this.statements.forget.all(personId))];
  }

  prune(now: string): number {
    return this.statements.prune.run(now).changes;
  }
}
