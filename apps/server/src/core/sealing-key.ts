import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { keyIdOf, publicKeyOf } from '@tocsin/platform/proof/signed-note.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { newSigningSeed } from '../secrets/random-secrets.js';

/** A key that signs seals; its seed never leaves the vault and this process. */
export interface SealingKey {
  readonly keyId: string;
  /** 64 hexadecimal digits. */
  readonly publicKey: string;
  readonly seed: Buffer;
}

export const sealsStream = 'seals';
const refOf = (keyId: string): string => `sealing-key:${keyId}`;

const keyOf = (logId: string, seed: Buffer): SealingKey => {
  const publicKey = publicKeyOf(seed);
  return { keyId: keyIdOf(logId, publicKey), publicKey, seed };
};

/** A new key, in the vault before any event names it. */
export const createSealingKey = (vault: Vault, logId: string): SealingKey => {
  const key = keyOf(logId, newSigningSeed());
  vault.putSecret(refOf(key.keyId), key.seed.toString('base64'));
  return key;
};

/**
 * The key that signs now. Null when none was introduced since the last restore, or the vault doesn’t have it: an original and its copy must never sign
 * with the same key. Rejects with LogUnavailable.
 */
export const readSealingKey = async (vault: Vault, logId: string, log: EventLog): Promise<SealingKey | null> => {
  const before = (await log.head()).ordinal + 1;
  const [introduced] = await log.readBack({ before, limit: 1, types: ['SealingKeyIntroduced'] });
  const [restored] = await log.readBack({ before, limit: 1, types: ['StoreRestored'] });
  if (!introduced || (restored?.ordinal ?? 0) > introduced.ordinal) return null;
  const seed = vault.secret(refOf((JSON.parse(introduced.data) as FactOf<'SealingKeyIntroduced'>).keyId));
  return seed === null ? null : keyOf(logId, Buffer.from(seed, 'base64'));
};
