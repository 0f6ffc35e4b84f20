/** The vault can’t be opened. The message is a sentence for the operator, and says what to do. */
export class VaultRefused extends Error {
  override readonly name = 'VaultRefused';
}

/** The log was written with a key that this vault never had: the vault is older than the log, or another one’s. */
export class KeyMissing extends VaultRefused {
  constructor(readonly subject: string) {
    super(`The vault has no key for ${subject}, though the log needs it. Put back the newest copy of the vault folder.`);
  }
}

/** Its bytes are not those that were written. `what`: of it. */
export class VaultDamaged extends VaultRefused {
  constructor(what: string, cause: unknown) {
    super(`The vault is damaged: ${what}. Put back the newest copy of the vault folder; nothing was changed.`, { cause });
  }
}

/** The keys of what is encrypted on the log; all that the codec needs of a vault. */
export abstract class SubjectKeys {
  /** 32 bytes; made on first use, and durable before it is returned. Null once destroyed: nothing is encrypted for it again. */
  abstract keyFor(subject: string): Buffer | null;
  /** For reading; never makes one. Null once destroyed. Throws KeyMissing for a subject that never had one. */
  abstract keyIfKept(subject: string): Buffer | null;
}

/**
 * Keys of subjects and secrets, encrypted at rest by a master key. Synchronous and cached, because the hot path asks it; what
 * is written is durable on return.
 */
export abstract class Vault extends SubjectKeys {
  /**
   * Makes keys for those of these subjects that never had one, in one flush. A key that stands is left as it is, and a destroyed one stays
   * destroyed, whoever else makes keys in the same file at this moment: two doors never have two keys for one subject.
   */
  abstract addKeys(subjects: readonly string[]): void;
  /** Of these subjects, those that never had a key. */
  abstract withoutKey(subjects: readonly string[]): readonly string[];
  /** What was encrypted for this subject can never be read again. The subject is remembered, so that it gets no new key. */
  abstract destroy(subject: string): void;
  /** Those with a key. */
  abstract subjects(): readonly string[];
  /** Those whose key was destroyed: remembered for ever. */
  abstract destroyed(): readonly string[];

  /** A fresh name for a secret: what an event carries in its place. */
  abstract newRef(): string;
  /** Replaces what was there. */
  abstract putSecret(ref: string, value: string): void;
  abstract secret(ref: string): string | null;
  abstract dropSecret(ref: string): void;
  /** The names of secrets that begin so; of all of them without more said. */
  abstract secretRefs(prefix?: string): readonly string[];

  /** 32 bytes: HMAC-SHA256 under a key of this installation for this purpose. For what is looked up by its hash. */
  abstract mac(purpose: string, text: string): Buffer;

  /**
   * Binds the vault to its log; for a new log before `LogOpened` is appended. Throws VaultRefused when the log is not new and
   * the vault is another log’s, or new itself: what is encrypted in such a log could not be read.
   */
  abstract belongTo(logId: string, logIsNew: boolean): void;
  /** The log that it belongs to; null for a new one. */
  abstract readonly logId: string | null;
  /** A key was made in it, or destroyed, for a subject whose name begins so. */
  abstract hasKeysOf(prefix: string): boolean;
  abstract close(): void;
}
