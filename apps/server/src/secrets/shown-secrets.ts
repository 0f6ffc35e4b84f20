import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { NewSecrets } from './new-secrets.js';
import { createSecret } from './random-secrets.js';

/** Kinds of secrets that are shown once, when they are made; events contain only their hash. */
const kinds = ['invitation', 'invitations', 'imported', 'reset', 'api-token', 'calendar-feed', 'recovery-codes'] as const;
type SecretKind = (typeof kinds)[number];

interface ShownSecret {
  readonly secret: string;
  readonly until: string;
}

const prefix = 'shown:';
const refOf = (kind: SecretKind, id: string): string => `${prefix}${kind}:${id}`;
const parseShown = (text: string): ShownSecret => JSON.parse(text) as ShownSecret;

/**
 * A random secret for this command; a repeat of the command gets the same one. It is stored in the vault for that, so that no
 * secret has to be derived from data on the log.
 */
export const storeShownSecret = (
  secrets: NewSecrets,
  { kind, id, until }: { readonly kind: SecretKind; readonly id: string; readonly until: string },
  make: () => string = createSecret,
): string => parseShown(secrets.make(refOf(kind, id), () => JSON.stringify({ secret: make(), until } satisfies ShownSecret))).secret;

/** The stored secret; null when there is none, or its time is over. */
export const readShownSecret = (vault: Pick<Vault, 'secret'>, kind: SecretKind, id: string): string | null => {
  const text = vault.secret(refOf(kind, id));
  return text === null ? null : parseShown(text).secret;
};

/** Kinds that concern one person; an import’s secrets concern everyone it invited. */
const ofOnePerson = kinds.filter((kind) => kind !== 'invitations' && kind !== 'imported');

/** The references under which secrets of commands about one person may be stored. */
export const shownSecretRefs = (commandIds: readonly string[]): readonly string[] =>
  commandIds.flatMap((id) => ofOnePerson.map((kind) => refOf(kind, id)));

/** Deletes expired secrets. */
export const pruneSecrets = (vault: Pick<Vault, 'secret' | 'secretRefs' | 'dropSecret'>, now: string): void => {
  for (const ref of vault.secretRefs(prefix)) {
    const text = vault.secret(ref);
    if (text !== null && parseShown(text).until < now) vault.dropSecret(ref);
  }
};
