/** A signed-in browser or program. Only the hash of its token is stored. */
export interface Session {
  /** Constant for the session’s whole life; its token may be renewed. */
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly personId: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** When the person last confirmed their identity, beyond using the session; empty for older sessions without a record of it. */
  readonly provedAt: string;
  /** 30 days after the last use. */
  readonly expiresAt: string;
  readonly userAgent: string;
  /** The network from which it was started, without its last part: `192.0.2.x`. Empty: unknown. */
  readonly address: string;
  /** The account’s generation at the start; invalid once the account has a newer one. */
  readonly generation: number;
  /**
   * State of this token. `renewed`: issued, not used yet. `replaced`: a newer one was used; this one stays valid for a moment, for requests in progress.
   */
  readonly state: 'live' | 'renewed' | 'replaced';
}
export type NewSession = Pick<Session, 'tokenHash' | 'personId' | 'userAgent'> & Partial<Pick<Session, 'address' | 'generation'>>;

export abstract class Sessions {
  abstract create(session: NewSession, now: string): Session;
  /** Undefined when it is unknown, revoked or expired. */
  abstract find(tokenHash: string, now: string): Session | undefined;
  /** Undefined when it is unknown, revoked or expired; independent of its current token. */
  abstract findLive(id: string, now: string): Session | undefined;
  /** Records a use and extends the session. Writes at most once a minute. The first use of a renewed token ends the previous one. */
  abstract touch(session: Session, now: string): Session;
  /**
   * Issues a new token after the person confirmed their identity: the confirmation belongs to the new token, which only the receiver of this answer has.
   * The old token stays valid without it until the new one is used, so a lost answer locks no one out.
   */
  abstract renew(session: Session, tokenHash: string, now: string): Session;
  abstract revoke(id: string): void;
  /** Returns the ids, so that their sockets can be closed. */
  abstract revokeAllOf(personId: string, except?: string): readonly string[];
  /** People with a session that is not revoked, each once. */
  abstract people(): readonly string[];
  /** Valid ones, newest first. */
  abstract listOf(personId: string, now: string): readonly Session[];
  /** Also ended sessions: they contain devices and times. Returns the ids, so that their sockets can be closed. */
  abstract forgetAllOf(personId: string): readonly string[];
  /** Returns the number of deleted sessions. */
  abstract prune(now: string): number;
}

/** Also of a refusal, or of “nothing new”. */
export interface StoredAnswer {
  /** Hash of the request’s body: another body under the same key is a client’s mistake. */
  readonly bodyHash: string;
  /** 0: started and not answered yet, perhaps because of a crash. */
  readonly status: number;
  /** JSON. Null for a command that was only started. */
  readonly answer: unknown;
  readonly at: string;
}

export abstract class StoredAnswers {
  abstract get(actor: string, key: string): StoredAnswer | undefined;
  /** Records that a command was started under this key, so that another body can be recognised before it is answered. A second call changes nothing. */
  abstract begin(actor: string, key: string, request: Pick<StoredAnswer, 'bodyHash' | 'at'>): void;
  /** The first answer stays: a second one under the same key is dropped. */
  abstract put(actor: string, key: string, answer: StoredAnswer): void;
  /** Returns their number. */
  abstract forgetAllOf(actor: string): number;
  /** Deletes those older than 72 h. Returns their number. */
  abstract prune(now: string): number;
}

export abstract class Checkpoints {
  /** The last saved ordinal; 0 at first. */
  abstract get(name: string): number;
  abstract save(name: string, ordinal: number): void;
}

export abstract class LastUses {
  /** Kept in memory only: a storm of signals must not become a storm of writes. */
  abstract note(keyHash: string, at: string): void;
  abstract of(keyHash: string): string | undefined;
  /** Writes the notes from memory; call it every few seconds and before the end. */
  abstract flush(): void;
}

/** How often an ended key was used, and when last. */
export interface RefusedUse {
  readonly times: number;
  readonly at: string;
}

export abstract class RefusedUses {
  /** Kept in memory only, like a last use. */
  abstract note(keyHash: string, at: string): void;
  abstract of(keyHash: string): RefusedUse | undefined;
  abstract flush(): void;
}

/** What a program read by one tool on one day. */
export interface ToolUse {
  readonly token: string;
  readonly tool: string;
  readonly day: string;
  readonly times: number;
}
export abstract class ToolUses {
  /** Kept in memory only, like a last use. */
  abstract note(use: Omit<ToolUse, 'times'>): void;
  abstract since(token: string, day: string): readonly ToolUse[];
  /** Keeps the last 32 days on which programs read. */
  abstract flush(): void;
}

export abstract class RefusedSignIns {
  /** `attemptKey`: an account or an address, hashed by the caller. */
  abstract note(attemptKey: string, at: string): void;
  /** The number since this instant, exclusive. */
  abstract countSince(attemptKey: string, since: string): number;
  /** Removes an attempt that was noted in advance and turned out to be right. */
  abstract takeBack(attemptKey: string, at: string): void;
  /** After a successful sign-in. */
  abstract forget(attemptKey: string): void;
  /** Deletes those up to this instant. Returns their number. */
  abstract prune(until: string): number;
}

export abstract class UsedCodes {
  /** Marks a one-time code as used, by the counter that it belongs to. False when it was used already, or a later one was. */
  abstract use(attemptKey: string, count: number): boolean;
}

/**
 * Data of a node that is not on the log: losing it signs everyone out and causes repeats, but loses no fact. Synchronous; a write survives a crash of the
 * process, but the last ones may be lost in a power failure.
 */
export abstract class SideStore {
  abstract readonly sessions: Sessions;
  abstract readonly answers: StoredAnswers;
  abstract readonly checkpoints: Checkpoints;
  abstract readonly lastUses: LastUses;
  abstract readonly refusedUses: RefusedUses;
  abstract readonly toolUses: ToolUses;
  abstract readonly refusedSignIns: RefusedSignIns;
  abstract readonly usedCodes: UsedCodes;
  /** Removes deleted data from all files of the store. Throws SQLite’s error while another connection reads. */
  abstract scrub(): void;
  /** Writes the notes from memory, and closes. */
  abstract close(): void;
}
