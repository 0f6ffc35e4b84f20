import type { z } from 'zod';
import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import { connectionKinds, neededSecrets } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { hasOrganisationPermission, type PermissionInput } from '../../rules/permissions.js';
import type { Fields } from './fields.js';
import type { FileReader } from './item-kind.js';

type Document = DocumentOf<'Connection'>;
type FieldValues = Readonly<Record<string, string>>;

/** Hashes of secrets under a key of the installation: enough to see which differ. */
export interface SecretHashes {
  /** By variable: those that are set where apply runs. */
  readonly ofVariables: FieldValues;
  /** By connection and name. */
  readonly ofConnections: Readonly<Record<string, FieldValues>>;
}

/** The value of a variable, to whoever may not read connections: set, and compared with nothing. Otherwise guesses could be tried. */
export const hiddenValue = '';

export const noSecretHashes: SecretHashes = { ofVariables: {}, ofConnections: {} };

const isSecret = (path: string): boolean => path.startsWith('secrets.');

export const fieldsOfConnection = ({ id, name, kind, fields }: ConnectionRow, { ofConnections }: SecretHashes): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['connectionKind', kind],
    ...Object.entries(fields).map(([field, value]) => [`fields.${field}`, value] as const),
    ...Object.entries(ofConnections[id] ?? {}).map(([field, hash]) => [`secrets.${field}`, hash] as const),
  ]);

/** As the command writes it: an address without its last slash. */
const asKept = (kind: Document['connectionKind'], field: string, value: string | null): unknown => {
  const shape: Readonly<Record<string, z.ZodType>> = connectionKinds[kind].fields.shape;
  return value === null ? undefined : (shape[field]?.safeParse(value).data ?? value);
};

/** A variable that is not set says nothing: the server’s secret stays. */
export const readConnection = ({ name, connectionKind, fields, secrets }: Document, { ofVariables }: SecretHashes): Fields =>
  new Map<string, unknown>([
    ['name', name],
    ['connectionKind', connectionKind],
    ...Object.entries(fields).map(([field, value]) => [`fields.${field}`, asKept(connectionKind, field, value)] as const),
    ...Object.entries(secrets).flatMap(([field, { fromEnv }]) => {
      const hash = ofVariables[fromEnv] ?? hiddenValue;
      return hash === hiddenValue ? [] : [[`secrets.${field}`, hash] as const];
    }),
  ]);

/** Whoever may not read the accounts sees that there are some; nobody sees more of a secret than its variable. */
export const showConnectionField =
  ({ secrets }: Document, viewer: PermissionInput) =>
  <Change extends { readonly path: string; readonly from: string; readonly to: string }>(change: Change): Change => {
    const { path } = change;
    if (isSecret(path)) return { ...change, from: 'another', to: secrets[path.slice('secrets.'.length)]?.fromEnv ?? '' };
    return path.startsWith('fields.') && !mayReadConnections(viewer) ? { ...change, from: '…', to: '…' } : change;
  };

export const mayReadConnections = (viewer: PermissionInput): boolean =>
  hasOrganisationPermission(viewer, 'connections.configure') || hasOrganisationPermission(viewer, 'config.apply');

interface Settings {
  readonly name: string;
  readonly fields: FieldValues;
  /** Variables by the names of secrets: those that are put into the vault. */
  readonly variables: FieldValues;
}

/** As the command has it; undefined: not as its kind needs it, which is reported. */
export const connectionSettings = (
  document: Document,
  row: ConnectionRow | undefined,
  hashes: SecretHashes,
  { report }: FileReader,
): Settings | undefined => {
  const { name, connectionKind: kind, secrets } = document;
  const traits = connectionKinds[kind];
  const given = Object.entries({ ...row?.fields, ...document.fields });
  const parsed = traits.fields.safeParse(Object.fromEntries(given.filter(([, value]) => value !== null)));
  for (const issue of parsed.error?.issues ?? []) report(['fields', ...issue.path].join('.'), 'config.value', issue.message);
  for (const field of Object.keys(secrets).filter((one) => !Object.hasOwn(traits.secrets.shape, one)))
    report(`secrets.${field}`, 'config.unknown_field', `A ${traits.word} connection has no secret “${field}”. Remove it.`);
  if (!parsed.success) return undefined;
  const fields = parsed.data as FieldValues;
  const set = Object.entries(secrets).filter(([, { fromEnv }]) => hashes.ofVariables[fromEnv] !== undefined);
  const known = new Set([...storedSecrets(fields, row, hashes), ...set.map(([field]) => field)]);
  for (const field of neededSecrets(kind, fields))
    if (!known.has(field)) report(`secrets.${field}`, 'config.secret_missing', whatIsMissing(field, secrets[field]?.fromEnv));
  return { name, fields, variables: Object.fromEntries(set.map(([field, { fromEnv }]) => [field, fromEnv])) };
};

/** A stored secret goes only where it was entered for. */
const storedSecrets = (fields: FieldValues, row: ConnectionRow | undefined, { ofConnections }: SecretHashes): readonly string[] => {
  const isBound = row !== undefined && connectionKinds[row.kind].boundTo.every((field) => row.fields[field] === fields[field]);
  return isBound ? Object.keys(ofConnections[row.id] ?? {}) : [];
};

const whatIsMissing = (field: string, variable: string | undefined): string =>
  variable === undefined
    ? `It needs the secret ${field}. Write ${field}: { fromEnv: TOCSIN_SECRET_… }.`
    : `${variable} is not set. Set it where tocsin runs.`;
