/** A signed-in browser or program. Its token is known by its hash alone. */
export interface Session {
  /** Stays as long as it goes on; its token may be renewed meanwhile. */
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly personId: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** When its person last showed that it is they, by more than the session; empty: before that was kept. */
  readonly provedAt: string;
  /** 30 days after it was last seen. */
  readonly expiresAt: string;
  readonly userAgent: string;
  /** The network it was begun from, without its last part: `192.0.2.x`. Empty: not known. */
  readonly address: string;
  /** Of its account: one that has gone on to another generation does not know it any more. */
  readonly generation: number;
  /** Of this token. `renewed`: handed out, not used yet. `replaced`: a newer one was used; this one is good for a moment, for what is under way. */
  readonly state: 'live' | 'renewed' | 'replaced';
}
export type NewSession = Pick<Session, 'tokenHash' | 'personId' | 'userAgent'> & Partial<Pick<Session, 'address' | 'generation'>>;

export abstract class Sessions {
  abstract create(session: NewSession, now: string): Session;
  /** Undefined when it is unknown, revoked or over. */
  abstract find(tokenHash: string, now: string): Session | undefined;
  /** Undefined when it is unknown, revoked or over, whatever token it has by now. */
  abstract living(id: string, now: string): Session | undefined;
  /** It was used: slides its end. Cheap to call with every request: written at most once a minute. The first use of a renewed token ends the one before. */
  abstract touch(session: Session, now: string): Session;
  /**
   * Its person showed that it is they: the proof belongs to another token, which nobody has but who gets this answer. The one before goes on
   * without it until the new one is used: an answer that was lost locks nobody out.
   */
  abstract renew(session: Session, tokenHash: string, now: string): Session;
  /** By its id, under whatever token. */
  abstract revoke(id: string): void;
  /** All of a person, but for the one they are using. Answers with the ids, so that their sockets can be closed. */
  abstract revokeAllOf(personId: string, except?: string): readonly string[];
  /** Those who have a session that is not revoked, each once. */
  abstract people(): readonly string[];
  /** Living ones, newest first. */
  abstract listOf(personId: string, now: string): readonly Session[];
  /** Forgets a person’s, ended ones too: devices and times. Answers with the ids, so that their sockets can be closed. */
  abstract forgetAllOf(personId: string): readonly string[];
  /** Forgets those that are over. Answers how many. */
  abstract prune(now: string): number;
}

/** What was answered to a command, refusals and “it was so already” too. */
export interface KeptAnswer {
  /** Of the body of the request: another one under the same key is a mistake of the client. */
  readonly bodyHash: string;
  /** 0: it was begun, and is not answered yet; a crash may have come in between. */
  readonly status: number;
  /** JSON. Null for one that was only begun. */
  readonly answer: unknown;
  readonly at: string;
}

export abstract class KeptAnswers {
  abstract get(actor: string, key: string): KeptAnswer | undefined;
  /** A command is on its way under this key: until it is answered, another body is known to be another one. A second one changes nothing. */
  abstract begin(actor: string, key: string, request: Pick<KeptAnswer, 'bodyHash' | 'at'>): void;
  /** The first answer stays: a second one under the same key is dropped. */
  abstract put(actor: string, key: string, answer: KeptAnswer): void;
  /** Answers how many. */
  abstract forgetAllOf(actor: string): number;
  /** Forgets those older than 72 h. Answers how many. */
  abstract prune(now: string): number;
}

export abstract class Checkpoints {
  /** The ordinal that was saved last; 0 at first. */
  abstract get(name: string): number;
  abstract save(name: string, ordinal: number): void;
}

export abstract class LastUses {
  /** Only remembered: a storm of signals must not become a storm of writes. */
  abstract note(keyHash: string, at: string): void;
  abstract of(keyHash: string): string | undefined;
  /** Writes what was noted since; call it every few seconds and before the end. */
  abstract flush(): void;
}

/** How often something came on a key that was ended, and when last. */
export interface RefusedUse {
  readonly times: number;
  readonly at: string;
}

export abstract class RefusedUses {
  /** Only remembered, like a last use. */
  abstract note(keyHash: string, at: string): void;
  abstract of(keyHash: string): RefusedUse | undefined;
  abstract flush(): void;
}

export abstract class RefusedSignIns {
  /** `who`: an account or an address, hashed by the caller. */
  abstract note(who: string, at: string): void;
  /** How many since this instant, exclusive. */
  abstract countSince(who: string, since: string): number;
  /** One that was noted beforehand, and was not refused after all. */
  abstract takeBack(who: string, at: string): void;
  /** After a sign-in that was not refused. */
  abstract forget(who: string): void;
  /** Forgets those up to this instant. Answers how many. */
  abstract prune(until: string): number;
}

export abstract class UsedCodes {
  /** One-time codes are counted by the time they are for. True the first time for this count or a later one; false when it was used already. */
  abstract use(who: string, count: number): boolean;
}

/**
 * What a node remembers beside the log: losing it signs everybody out and costs repeats, never a fact. Synchronous; a write
 * survives a crash of the process, and the last ones may be lost with the power.
 */
export abstract class SideStore {
  abstract readonly sessions: Sessions;
  abstract readonly answers: KeptAnswers;
  abstract readonly checkpoints: Checkpoints;
  abstract readonly lastUses: LastUses;
  abstract readonly refusedUses: RefusedUses;
  abstract readonly refusedSignIns: RefusedSignIns;
  abstract readonly usedCodes: UsedCodes;
  /** When it returns, what was forgotten stands in no file of the store. Throws SQLite’s error while somebody else reads. */
  abstract scrub(): void;
  /** Writes what is only remembered, and closes. */
  abstract close(): void;
}
