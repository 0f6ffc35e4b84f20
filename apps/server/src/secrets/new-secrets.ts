import type { Vault } from '@tocsin/platform/vault/vault.js';
import { isFinal } from '../problems/problem.js';
import { createSecret } from './random-secrets.js';

/**
 * Secrets that a command puts into the vault before the event that names them; if there is no such event, they are deleted. A crash
 * in between leaves an unused secret.
 */
export class NewSecrets {
  private readonly refs: string[] = [];

  constructor(private readonly vault: Pick<Vault, 'secret' | 'putSecret' | 'dropSecret'>) {}

  /** Keeps an existing secret, and does not delete it later: an earlier try of the same command stored it. */
  put(ref: string, value: string): void {
    if (this.vault.secret(ref) !== null) return;
    this.vault.putSecret(ref, value);
    this.refs.push(ref);
  }

  /** A random secret, by default of 256 bits; the same reference gives the same secret. */
  make(ref: string, value: () => string = createSecret): string {
    const existing = this.vault.secret(ref);
    if (existing !== null) return existing;
    const createdSecret = value();
    this.put(ref, createdSecret);
    return createdSecret;
  }

  /** Deletes the new secrets; returns whether there were any. */
  discard(): boolean {
    const unused = this.refs.splice(0);
    for (const ref of unused) this.vault.dropSecret(ref);
    return unused.length > 0;
  }

  /** Sends the command that names the secrets; when it is refused, they are deleted. */
  async sendOrDiscard<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (isFinal(error)) this.discard();
      throw error;
    }
  }
}
