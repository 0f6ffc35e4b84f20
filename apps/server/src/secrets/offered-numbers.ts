import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { seal, unseal } from '@tocsin/platform/vault/encryption.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { phoneOfferHash } from './purpose-macs.js';

type HasKeys = Pick<Vault, 'keyFor' | 'keyUnlessDestroyed' | 'secret' | 'mac'>;

const subjectOf = (personId: string): string => `person:${personId}`;

/** The same number of the same person has the same id, which nobody can guess it from. */
export const phoneOfferId = (vault: Pick<Vault, 'mac'>, personId: string, kind: string, number: string): string =>
  deriveNamedId('phone-offer', phoneOfferHash(vault, [personId, kind, number]));

/** Readable with the person’s key alone. Null: they were erased. */
export const sealNumber = (vault: Pick<Vault, 'keyFor'>, personId: string, ref: string, number: string): string | null => {
  const key = vault.keyFor(subjectOf(personId));
  return key === null ? null : seal(key, ref, number).toString('base64url');
};

/** Null: it was deleted. */
export const offeredNumber = (vault: HasKeys, personId: string, ref: string): string | null => {
  const sealed = vault.secret(ref);
  const key = vault.keyUnlessDestroyed(subjectOf(personId));
  return sealed === null || key === null ? null : unseal(key, ref, Buffer.from(sealed, 'base64url')).toString('utf8');
};
