import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';

/** A shorter one would take words out of sentences. */
const leastCharacters = 6;

/** As it stands in an address, in a form and in JSON. */
const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
];

/** Within base64, behind any text, as a password stands behind the name of its user: without the signs that it shares with its neighbours. */
const inBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const shared = before === 0 ? 0 : before + 1;
    return bytes.toString('base64').slice(shared, Math.floor((bytes.length * 8) / 6));
  });

/** A text of the other side without secrets that it may quote, however they are written there. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  [...new Set(secrets)]
    .filter(({ length }) => length >= leastCharacters)
    .flatMap((secret) => [...spellings(secret), Buffer.from(secret).toString('base64'), ...inBase64(secret)])
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
