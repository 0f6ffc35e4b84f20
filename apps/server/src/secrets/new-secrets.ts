import { randomBytes } from 'node:crypto';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { isFinal } from '../problems/problem.js';

/** 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Secrets that a command has put into the vault before the fact that names them; without that fact they are let go. A kill in between
 * leaves one that nobody asks for.
 */
export class NewSecrets {
  private readonly refs: string[] = [];

  constructor(private readonly vault: Pick<Vault, 'secret' | 'putSecret' | 'dropSecret'>) {}

  /** One that is there already stays, and is not let go: an earlier try of the same command put it there. */
  put(ref: string, value: string): void {
    if (this.vault.secret(ref) !== null) return;
    this.vault.putSecret(ref, value);
    this.refs.push(ref);
  }

  /** Random, of 256 bits when nothing else is said; for the same reference the same again. */
  make(ref: string, value: () => string = newSecret): string {
    const there = this.vault.secret(ref);
    if (there !== null) return there;
    const made = value();
    this.put(ref, made);
    return made;
  }

  /** Whether there were any. */
  discard(): boolean {
    const gone = this.refs.splice(0);
    for (const ref of gone) this.vault.dropSecret(ref);
    return gone.length > 0;
  }

  /** Sends what names them; when that is refused, they are let go. */
  async orDiscard<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (isFinal(error)) this.discard();
      throw error;
    }
  }
}
