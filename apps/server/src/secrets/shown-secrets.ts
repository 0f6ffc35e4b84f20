import type { Vault } from '@tocsin/platform/vault/vault.js';
import { newSecret, type NewSecrets } from './new-secrets.js';

/** What is shown when it is made and never looked up again: of it an event holds a hash alone. */
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
 * A secret of this command, random; asked again, the command is answered with the same. It lies in the vault until then, so that no secret
 * is made of anything that stands on the log.
 */
export const shownSecret = (
  secrets: NewSecrets,
  { kind, id, until }: { readonly kind: Kind; readonly id: string; readonly until: string },
  make: () => string = newSecret,
): string => parsed(secrets.make(refOf(kind, id), () => JSON.stringify({ secret: make(), until } satisfies Shown))).secret;

/** What was made before; null when there is none, or its time is over. */
export const secretShown = (vault: Pick<Vault, 'secret'>, kind: Kind, id: string): string | null => {
  const text = vault.secret(refOf(kind, id));
  return text === null ? null : parsed(text).secret;
};

/** Those of one person; a table’s are of all whom it invited. */
const ofOnePerson = kinds.filter((kind) => kind !== 'invitations' && kind !== 'imported');

/** Where secrets that commands about one person have made may lie. */
export const shownRefs = (commandIds: readonly string[]): readonly string[] =>
  commandIds.flatMap((id) => ofOnePerson.map((kind) => refOf(kind, id)));

/** Lets go of those that nobody may ask for any more. */
export const pruneShown = (vault: Pick<Vault, 'secret' | 'secretRefs' | 'dropSecret'>, now: string): void => {
  for (const ref of vault.secretRefs(prefix)) {
    const text = vault.secret(ref);
    if (text !== null && parsed(text).until < now) vault.dropSecret(ref);
  }
};
