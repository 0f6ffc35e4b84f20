import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { NewSecrets } from './new-secrets.js';
import { newSecret } from './random-secrets.js';

/** Kinds of secrets that are shown once, when they are made; events contain only their hash. */
const kinds = ['invitation', 'invitations', 'imported', 'reset', 'api-token', 'calendar-feed', 'recovery-codes'] as const;
type Kind = (typeof kinds)[number];

interface Shown {
  readonly secret: string;
  readonly until: string;
}

const prefix = 'shown:';
const refOf = (kind: Kind, id: string): string => `${prefix}${kind}:${id}`;
const parsed = (text: string): Shown => JSON.parse(text) as Shown;

/**
 * A random secret for this command; a repeat of the command gets the same one. It is stored in the vault for that, so that no
 * secret has to be derived from data on the log.
 */
export const shownSecret = (
  secrets: NewSecrets,
  { kind, id, until }: { readonly kind: Kind; readonly id: string; readonly until: string },
  make: () => string = newSecret,
): string => parsed(secrets.make(refOf(kind, id), () => JSON.stringify({ secret: make(), until } satisfies Shown))).secret;

/** The stored secret; null when there is none, or its time is over. */
export const secretShown = (vault: Pick<Vault, 'secret'>, kind: Kind, id: string): string | null => {
  const text = vault.secret(refOf(kind, id));
  return text === null ? null : parsed(text).secret;
};

/** Kinds that concern one person; an import’s secrets concern everyone it invited. */
const ofOnePerson = kinds.filter((kind) => kind !== 'invitations' && kind !== 'imported');

/** The references under which secrets of commands about one person may be stored. */
export const shownRefs = (commandIds: readonly string[]): readonly string[] =>
  commandIds.flatMap((id) => ofOnePerson.map((kind) => refOf(kind, id)));

/** Deletes expired secrets. */
export const pruneShown = (vault: Pick<Vault, 'secret' | 'secretRefs' | 'dropSecret'>, now: string): void => {
  for (const ref of vault.secretRefs(prefix)) {
    const text = vault.secret(ref);
    if (text !== null && parsed(text).until < now) vault.dropSecret(ref);
  }
};
