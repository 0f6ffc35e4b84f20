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

/** Every secret of every connection. */
export const secretsOfConnections = ({
  connections,
  vault,
}: {
  readonly connections: Pick<Rows<ConnectionRow>, 'all'>;
  readonly vault: Pick<Vault, 'secret'>;
}): readonly string[] =>
  [...connections.all()].flatMap(({ secretRef }) => {
    const stored = vault.secret(secretRef);
    return stored === null ? [] : Object.values(JSON.parse(stored) as Readonly<Record<string, string>>);
  });
