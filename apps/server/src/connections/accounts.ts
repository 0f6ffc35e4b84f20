import { connectionKinds, neededSecrets, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionRow, EndingConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { connectionOf } from '../core/connection-of.js';
import type { ServerParts } from '../core/server-parts.js';

type Dependencies = Pick<ServerParts, 'reads' | 'vault'>;
type Fields = Readonly<Record<string, string>>;
/** Fields as they are typed: a secret that is left out is the stored one. */
export type TypedFields = Readonly<Record<string, string | undefined>>;

/** A connection as calls use it. */
export interface Account {
  readonly connectionId: string | null;
  /** Null: its secrets were typed. */
  readonly secretRef: string | null;
  readonly fields: Fields;
  readonly secrets: Fields;
  /** Absent: it is set up. */
  readonly removedAt?: string;
}

/** Whether calls would go to the same place by the same secret. */
export const isSameAccount = (one: Account | null, other: Account | null): boolean =>
  one?.secretRef === other?.secretRef && one?.fields['baseUrl'] === other?.fields['baseUrl'];

export const splitFields = (kind: ConnectionKind, fields: TypedFields): { readonly open: Fields; readonly secrets: Fields } => {
  const secretNames = Object.keys(connectionKinds[kind].secrets.shape);
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const ofSecrets = (isSecret: boolean): Fields => Object.fromEntries(given.filter(([field]) => secretNames.includes(field) === isSecret));
  return { open: ofSecrets(false), secrets: ofSecrets(true) };
};

/** The secret fields as the vault keeps them, under one reference. */
export const secretsOf = (secrets: Fields): string => JSON.stringify(secrets);

const readSecrets = ({ vault }: Pick<ServerParts, 'vault'>, { secretRef }: Pick<ConnectionRow, 'secretRef'>): Fields | null => {
  const text = vault.secret(secretRef);
  return text === null ? null : (JSON.parse(text) as Fields);
};

/** The connection whose stored secret may be used for these fields; null: it belongs to another address or account, and would be sent elsewhere. */
export const storedFor = ({ reads }: Pick<ServerParts, 'reads'>, connectionId: string | null, kind: ConnectionKind, open: Fields) => {
  const row = connectionId === null ? undefined : reads.connections.get(connectionId);
  const boundTo: readonly string[] = connectionKinds[kind].boundTo;
  const isSame = row?.kind === kind && boundTo.every((field) => row.fields[field] === open[field]);
  return row && isSame ? row : null;
};

const isComplete = (kind: ConnectionKind, fields: Fields, secrets: Fields): boolean =>
  connectionKinds[kind].secrets.safeParse(secrets).success && neededSecrets(kind, fields).every((name) => name in secrets);

const accountOfRow = (dependencies: Dependencies, row: EndingConnectionRow): Account | null => {
  const secrets = readSecrets(dependencies, row);
  if (!secrets || !isComplete(row.kind, row.fields, secrets)) return null;
  const removed = row.removed && { removedAt: addMillis(row.removed.dueAt, -connectionLimits.answeredAfterRemoval) };
  return { connectionId: row.id, secretRef: row.secretRef, fields: row.fields, secrets, ...removed };
};

/** The connection of this kind; null: there is none, or its secrets are not those of its kind. */
export const accountOf = (dependencies: Dependencies, kind: ConnectionKind): Account | null => {
  const row = connectionOf(dependencies, kind);
  return row ? accountOfRow(dependencies, row) : null;
};

/** Accounts through which messages were sent that are still answered: the connection of this kind, and those that were removed within a day. */
export const answeredAccounts = (dependencies: Dependencies, kind: ConnectionKind): readonly Account[] => {
  const current = accountOf(dependencies, kind);
  const removed = [...dependencies.reads.endingConnections.all()].filter((row) => row.kind === kind && row.removed);
  return [...(current ? [current] : []), ...removed.flatMap((row) => accountOfRow(dependencies, row) ?? [])];
};

/** The account that something was sent through by then: there is one of each kind at a time. Undefined: it is answered no more. */
export const accountAt = (dependencies: Dependencies, kind: ConnectionKind, sentAt: string): Account | undefined => {
  const accounts = answeredAccounts(dependencies, kind);
  const removedLater = accounts.filter(({ removedAt }) => removedAt !== undefined && sentAt <= removedAt);
  const [first] = removedLater.toSorted((a, b) => (a.removedAt! < b.removedAt! ? -1 : 1));
  // what was recorded only after a removal
  return first ?? accounts[0];
};

/** The secrets that a connection will have: what was typed, and the stored ones for the rest, as far as its fields need them; null: one is missing. */
export const completeSecrets = (
  dependencies: Dependencies,
  connectionId: string | null,
  kind: ConnectionKind,
  { open, secrets }: ReturnType<typeof splitFields>,
): Fields | null => {
  const row = storedFor(dependencies, connectionId, kind, open);
  const all: Fields = { ...(row ? readSecrets(dependencies, row) : null), ...secrets };
  const needed = neededSecrets(kind, open).map((name) => [name, all[name]] as const);
  return needed.every((entry): entry is [string, string] => entry[1] !== undefined) ? Object.fromEntries(needed) : null;
};

/** Whether these are the stored ones, of which a change of the fields may need fewer. */
export const keepsSecrets = (dependencies: Pick<ServerParts, 'vault'>, row: ConnectionRow, secrets: Fields): boolean =>
  Object.keys(readSecrets(dependencies, row) ?? {}).every((name) => name in secrets);

/** The account as it was typed, with the stored secrets where none were typed; null: one is missing. */
export const typedAccount = (
  dependencies: Dependencies,
  { connectionId, kind, fields }: { readonly connectionId: string | null; readonly kind: ConnectionKind; readonly fields: TypedFields },
): Account | null => {
  const split = splitFields(kind, fields);
  const secrets = completeSecrets(dependencies, connectionId, kind, split);
  if (!secrets) return null;
  const isStored = Object.keys(split.secrets).length === 0;
  const row = isStored ? storedFor(dependencies, connectionId, kind, split.open) : null;
  return { connectionId, secretRef: row?.secretRef ?? null, fields: split.open, secrets };
};
