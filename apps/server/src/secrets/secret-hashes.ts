import { createHmac } from 'node:crypto';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { Macs } from './macs.js';

type Texts = Readonly<Record<string, string>>;

/** Under this key secrets of files are compared with those in the vault. It opens nothing. */
export const secretHashKey = (vault: Macs): string => vault.mac('config-secrets', '').toString('hex');

export const hashesOf = (texts: Texts, key: string): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, createHmac('sha256', key).update(text).digest('hex').slice(0, 16)]),
  );

/** Of the secrets that connections have, by connection and name. */
export const hashesOfConnections = (
  connections: Rows<ConnectionRow>,
  vault: Macs & { readonly secret: (ref: string) => string | null },
): Readonly<Record<string, Texts>> =>
  Object.fromEntries(
    [...connections.all()].map(({ id, secretRef }) => [
      id,
      hashesOf(JSON.parse(vault.secret(secretRef) ?? '{}') as Texts, secretHashKey(vault)),
    ]),
  );
