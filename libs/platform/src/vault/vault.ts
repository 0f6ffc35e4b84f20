/** The message tells the operator what to do. */
export class VaultRefused extends Error {
  override readonly name = 'VaultRefused';
}

/** The log was written with a key that this vault never had: the vault is older than the log, or belongs to another one. */
export class KeyMissing extends VaultRefused {
  constructor(readonly subject: string) {
    super(`The vault has no key for ${subject}, though the log needs it. Put back the newest copy of the vault folder.`);
  }
}

/** Its bytes are not those that were written. */
export class VaultDamaged extends VaultRefused {
  constructor(damagedPart: string, cause: unknown) {
    super(`The vault is damaged: ${damagedPart}. Put back the newest copy of the vault folder; nothing was changed.`, { cause });
  }
}

/** The only part of a vault that the codec needs. */
export abstract class SubjectKeys {
  /** 32 bytes; created at first use, and durable on return. Null once destroyed: nothing is encrypted for the subject again. */
  abstract keyFor(subject: string): Buffer | null;
  /** For reading; never creates one. Null once destroyed. Throws KeyMissing for a subject that never had one. */
  abstract keyUnlessDestroyed(subject: string): Buffer | null;
}

/**
 * Keys of subjects, and secrets, encrypted at rest with a master key. Synchronous and cached, because it is on the hot path; writes are durable on
 * return.
 */
export abstract class Vault extends SubjectKeys {
  /**
   * Makes keys, in one flush, for those of these subjects that never had one. Existing keys stay, and destroyed ones stay destroyed, even if another
   * process makes keys in the same file at the same moment: two processes never get different keys for one subject.
   */
  abstract addKeys(subjects: readonly string[]): void;
  /** Those of these subjects that never had a key. */
  abstract withoutKey(subjects: readonly string[]): readonly string[];
  /** Makes everything that was encrypted for this subject unreadable forever. The subject is remembered, so that it gets no new key. */
  abstract destroy(subject: string): void;
  abstract subjects(): readonly string[];
  abstract destroyedSubjects(): readonly string[];

  /** Events contain the reference instead of the secret. */
  abstract newRef(): string;
  /** Replaces an existing value. */
  abstract putSecret(ref: string, value: string): void;
  abstract secret(ref: string): string | null;
  abstract dropSecret(ref: string): void;
  /** The references with this prefix; all when it is left out. */
  abstract secretRefs(prefix?: string): readonly string[];

  /** 32 bytes: HMAC-SHA256 under this installation’s key for this purpose. For data that is looked up by its hash. */
  abstract mac(purpose: string, text: string): Buffer;

  /**
   * Binds the vault to its log; called for a new log before `LogOpened` is appended. Throws VaultRefused when the log is not new and the vault belongs to
   * another log, or is new itself: encrypted fields of the log could not be read.
   */
  abstract belongTo(logId: string, isNewLog: boolean): void;
  /** Null for a new vault. */
  abstract readonly logId: string | null;
  /** Whether a key was ever made or destroyed for a subject with this prefix. */
  abstract hasKeysOf(prefix: string): boolean;
  abstract close(): void;
}
