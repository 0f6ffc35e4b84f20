import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { mayBePrivate, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import { completeSecrets, keepsSecrets, secretsOf, splitFields, storedFor, type TypedFields } from '../connections/accounts.js';
import { findUserGroup, type FoundGroup } from '../connections/slack-user-groups.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment } from './augmentation.js';
import { requireCallable } from './refused-address.js';

/** The secret fields go to the vault, under one reference. */
export const withSecretRef = (
  { kind, fields, ...rest }: { readonly kind: ConnectionKind; readonly fields: TypedFields; readonly connectionId?: string | undefined },
  { parts, commandId }: { readonly parts: Parameters<typeof completeSecrets>[0]; readonly commandId: string },
) => {
  const split = splitFields(kind, fields);
  const connectionId = rest.connectionId ?? null;
  const secrets = completeSecrets(parts, connectionId, kind, split);
  if (!secrets) throw new HttpProblem('connection.secret_missing');
  const isTyped = Object.keys(split.secrets).length > 0;
  const stored = isTyped ? null : storedFor(parts, connectionId, kind, split.open);
  const kept = stored && keepsSecrets(parts, stored, secrets) ? stored : null;
  const secretRef = kept?.secretRef ?? `connection:${commandId}`;
  return { data: { ...rest, kind, fields: split.open, secretRef }, text: kept ? null : secretsOf(secrets) };
};

const add: Augment<'AddConnection'> = async (typed, with_) => {
  const { data, text } = withSecretRef(typed, with_);
  if (!mayBePrivate(typed.kind)) await requireCallable(typed.fields.baseUrl, data, with_, 'fields.baseUrl');
  if (text !== null) with_.secrets.put(data.secretRef, text);
  return { data, says: {} };
};

const change: Augment<'ChangeConnection'> = async (typed, with_) => {
  const existing = with_.parts.reads.connections.get(typed.connectionId);
  // fields and secrets of another kind would fit nothing
  if (existing?.kind !== typed.kind) throw new HttpProblem('connection.not_found');
  const { data, text } = withSecretRef(typed, with_);
  const full = { ...data, keepsSecret: text === null };
  if (!mayBePrivate(typed.kind)) await requireCallable(typed.fields.baseUrl, full, with_, 'fields.baseUrl');
  if (text !== null) with_.secrets.put(data.secretRef, text);
  return { data: full, says: {} };
};

const problemOfGroup: Readonly<Record<Extract<FoundGroup, { readonly problem: string }>['problem'], RefusalCode>> = {
  none: 'connection.not_set_up',
  unknown: 'user_group.not_found',
  refused: 'user_group.refused',
  unreachable: 'connection.not_answering',
};

/** The chat says which group this is. */
const choose: Augment<'ChooseUserGroup'> = async ({ group, ...data }, with_) => {
  // who may not is refused before anybody is asked
  await with_.wouldChange({ ...data, groupId: 'S000', handle: group });
  const found = await findUserGroup(with_, group);
  if ('problem' in found) throw new HttpProblem(problemOfGroup[found.problem]);
  return { data: { ...data, ...found }, says: {} };
};

export const connectionAugments = { AddConnection: add, ChangeConnection: change, ChooseUserGroup: choose } satisfies {
  readonly [T in CommandType]?: Augment<T>;
};
