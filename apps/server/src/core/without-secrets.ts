import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';

/** A shorter one would take words out of sentences. */
const leastCharacters = 6;

/** A text of the other side without secrets that it may quote, as they are or as they stand in an address. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter(({ length }) => length >= leastCharacters)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '(secret)'), text);

/** Every secret of every connection, each read once: what a reference names never changes. */
export const secretsOfConnections = ({
  connections,
  vault,
}: {
  readonly connections: Pick<Rows<ConnectionRow>, 'all'>;
  readonly vault: Pick<Vault, 'secret'>;
}): (() => readonly string[]) => {
  const known = new Map<string, readonly string[]>();
  const read = (ref: string): readonly string[] => {
    const stored = vault.secret(ref);
    if (stored === null) return [];
    const secrets = Object.values(JSON.parse(stored) as Readonly<Record<string, string>>);
    known.set(ref, secrets);
    return secrets;
  };
  return () => [...connections.all()].flatMap(({ secretRef }) => known.get(secretRef) ?? read(secretRef));
};
