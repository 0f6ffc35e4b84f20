import type { CommandData, CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer } from '@tocsin/contracts/command-answers.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { tokenPrefix } from '@tocsin/contracts/tokens/noun.js';
import { isTextAt } from '@tocsin/domain/operation/redactions/redactions.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { describeAddress, pingAddressOf } from '../ingest/address.js';
import { createIntegrationKey } from '../secrets/known-keys.js';
import { isEmailChangeCode } from '../secrets/email-change-code.js';
import { hasMailServer } from '../core/mail-server.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, AugmentedCommand, AugmentInput, Augments } from './augmentation.js';
import { invitationHashOf, keyHashOf, keyIdOf, tokenHashOf } from '../secrets/hashes.js';
import { feedHashOf } from '../secrets/feed-secrets.js';
import { openGroup } from './new-group.js';
import { bulkAugments } from './bulk-augments.js';
import { contactAugments } from './contact-augments.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';
import { connectionAugments } from './connection-augments.js';
import { lookupAugments } from './lookup-augments.js';
import { backupAugments } from './backup-augments.js';
import { mailAugments } from './mail-augments.js';
import { oldSystemAugments } from './old-system-augments.js';
import { relayAugments } from './relay-augments.js';
import { subscriptionAugments } from './subscription-augments.js';

type Dependencies = Pick<ServerParts, 'clock' | 'codec' | 'config' | 'log' | 'reads' | 'vault'>;

/** A repeated command gets the same key, because the key is stored in the vault. */
const integrationKey = ({ parts, secrets, commandId }: AugmentInput): { key: string; keyHash: string; keyRef: string } => {
  const keyRef = `integration-key:${commandId}`;
  const key = secrets.make(keyRef, createIntegrationKey);
  return { key, keyRef, keyHash: keyHashOf(parts, key) };
};

const augmentInvitation: Augment<'InvitePerson'> = (data, { parts, secrets, commandId, url }) => {
  const expiresAt = addMillis(parts.clock.now(), peopleLimits.invitation);
  const token = storeShownSecret(secrets, { kind: 'invitation', id: commandId, until: expiresAt });
  return {
    data: { ...data, invitationHash: invitationHashOf(parts, token), expiresAt },
    says: { invitation: `${url}/invite/${token}`, mailed: hasMailServer(parts) },
  };
};

/** Sends to an address that may belong to a stranger, so it is rate-limited like codes for contact methods. */
const augmentEmailChange: Augment<'AskEmailChange'> = async (data, { rates, callerId }) => {
  await rates.take('codes', callerId);
  return { data, says: {} };
};

const augmentEmailCode: Augment<'ConfirmEmailChange'> = async ({ code, personId }, { parts, rates, callerId, actor }) => {
  const pending = actor.id === personId ? parts.reads.people.get(personId)?.emailChange : undefined;
  if (!pending || isErased(pending.email)) return { data: { personId, codeCheck: 'none' }, says: {} };
  const { email, expiresAt } = pending;
  if (!(await rates.canTry(`${callerId} email ${expiresAt}`))) throw new HttpProblem('email_change.too_many_tries');
  const isRight = isEmailChangeCode(parts.vault, code, personId, email, expiresAt);
  return { data: { personId, codeCheck: isRight ? 'right' : 'wrong' }, says: {} };
};

/** 256 bits. A repeat of the command gets the same token while responses are stored. */
const createToken = (
  { days, ...data }: { readonly days: number },
  { parts, secrets, commandId }: AugmentInput,
): AugmentedCommand<CommandAnswer<'IssueServiceToken'>> => {
  const until = addMillis(parts.clock.now(), limits.answersKept);
  const token = `${tokenPrefix}${storeShownSecret(secrets, { kind: 'api-token', id: commandId, until })}`;
  const tokenHash = tokenHashOf(parts, token);
  const [issued] = parts.reads.tokens.where('tokenHash', tokenHash);
  // a repeat keeps the expiry of the first try
  const expiresAt = issued?.expiresAt ?? addMillis(parts.clock.now(), days * duration.day);
  return { data: { ...data, tokenHash, expiresAt }, says: { token, expiresAt } };
};

/** Shown once: for another device, people make another feed, so that each can be revoked separately. */
const createFeed: Augment<'MakeCalendarFeed'> = (data, { parts, secrets, commandId, url }) => {
  const until = addMillis(parts.clock.now(), limits.answersKept);
  const secret = storeShownSecret(secrets, { kind: 'calendar-feed', id: commandId, until });
  return { data: { ...data, keyHash: feedHashOf(parts, secret) }, says: { address: `${url}/feeds/${secret}.ics` } };
};

const withKey =
  (kindOf: (data: { integrationId?: string | undefined; kind?: string }, parts: Dependencies) => string) =>
  (data: object, with_: AugmentInput): AugmentedCommand<CommandAnswer<'IssueIntegrationKey'>> => {
    const { key, keyHash, keyRef } = integrationKey(with_);
    const kind = kindOf(data, with_.parts);
    return { data: { ...data, keyHash, keyRef }, says: { ...describeAddress(with_.url, kind, key) } };
  };

/** The hash by which the log names the key of this id; an empty string, which matches no key, when there is none. */
const keyHashBy = (keys: readonly { readonly keyHash: string }[], parts: Dependencies, keyId: string): string =>
  keys.find(({ keyHash }) => keyIdOf(parts, keyHash) === keyId)?.keyHash ?? '';

const augmentKeyEnd = ({ keyId, ...data }: CommandData<'EndIntegrationKey'>, { parts }: Pick<AugmentInput, 'parts'>) => {
  const { keys = [], endedKeys = [] } = parts.reads.integrations.get(data.integrationId) ?? {};
  return { data: { ...data, keyHash: keyHashBy([...keys, ...endedKeys], parts, keyId) }, says: {} };
};

/** The key is in the vault; the decider decides whether it is shown. */
const augmentKeyReveal: Augment<'RevealIntegrationKey'> = ({ keyId, ...fields }, { parts, url }) => {
  const integration = parts.reads.integrations.get(fields.integrationId);
  const data = { ...fields, keyHash: keyHashBy(integration?.keys ?? [], parts, keyId) };
  const matchingKey = integration?.keys.find(({ keyHash }) => keyHash === data.keyHash);
  const key = matchingKey ? parts.vault.secret(matchingKey.keyRef) : null;
  return { data, says: integration && key !== null ? { ...describeAddress(url, integration.kind, key) } : {} };
};

/** Refuses a path at which nothing is stored: a mistyped path would otherwise report text as removed that is still there. */
const augmentRedaction: Augment<'RedactText'> = async (data, { parts }) => {
  const [storedEvent] = await parts.log.readOrdinals([data.ordinal]);
  if (!storedEvent || !isTextAt(parts.codec.decode(storedEvent).data, data.path)) throw new HttpProblem('redaction.not_found');
  return { data: { ...data, stream: storedEvent.stream }, says: {} };
};

/** As for integrations: the key is stored in the vault. */
const withHeartbeatKey = (data: object, with_: AugmentInput): AugmentedCommand<CommandAnswer<'CreateHeartbeat'>> => {
  const { key, keyHash, keyRef } = integrationKey(with_);
  return { data: { ...data, keyHash, keyRef }, says: { address: pingAddressOf(with_.url, key) } };
};

const augmentHeartbeatKeyEnd: Augment<'EndHeartbeatKey'> = ({ keyId, heartbeatId }, { parts }) => {
  const { keys = [], endedKeys = [] } = parts.reads.heartbeats.get(heartbeatId) ?? {};
  return { data: { heartbeatId, keyHash: keyHashBy([...keys, ...endedKeys], parts, keyId) }, says: {} };
};

const augmentHeartbeatKeyReveal: Augment<'RevealHeartbeatKey'> = ({ keyId, heartbeatId }, { parts, url }) => {
  const { keys = [] } = parts.reads.heartbeats.get(heartbeatId) ?? {};
  const keyHash = keyHashBy(keys, parts, keyId);
  const keyRef = keys.find((one) => one.keyHash === keyHash)?.keyRef;
  const key = keyRef === undefined ? null : parts.vault.secret(keyRef);
  return { data: { heartbeatId, keyHash }, says: key === null ? {} : { address: pingAddressOf(url, key) } };
};

const own: Augments = {
  CreateHeartbeat: withHeartbeatKey,
  IssueHeartbeatKey: withHeartbeatKey,
  RevealHeartbeatKey: augmentHeartbeatKeyReveal,
  EndHeartbeatKey: augmentHeartbeatKeyEnd,
  InvitePerson: augmentInvitation,
  RedactText: augmentRedaction,
  PageSomeone: (data, with_) => openGroup(data, with_),
  SendTestAlert: (data, with_) => openGroup(data, with_),
  ...bulkAugments,
  ...contactAugments,
  AskEmailChange: augmentEmailChange,
  ConfirmEmailChange: augmentEmailCode,
  IssuePersonalToken: createToken,
  IssueServiceToken: createToken,
  MakeCalendarFeed: createFeed,
  RevealIntegrationKey: augmentKeyReveal,
  EndIntegrationKey: augmentKeyEnd,
  KeepIntegrationKey: augmentKeyEnd,
  ...subscriptionAugments,
  ...oldSystemAugments,
  ...relayAugments,
  ...backupAugments,
  ...mailAugments,
  ...lookupAugments,
  ...connectionAugments,
  CreateIntegration: withKey(({ kind }) => kind ?? 'generic'),
  IssueIntegrationKey: withKey(({ integrationId }, parts) => parts.reads.integrations.get(integrationId ?? '')?.kind ?? 'generic'),
};

/** `ofRooms`: what other rooms add to their own commands. */
export const augmentCommand = async (
  ofRooms: Augments,
  type: CommandType,
  data: unknown,
  with_: AugmentInput,
): Promise<AugmentedCommand> => {
  const augment = (ofRooms[type] ?? own[type]) as
    ((data: unknown, with_: AugmentInput) => AugmentedCommand | Promise<AugmentedCommand>) | undefined;
  return augment ? augment(data, with_) : { data, says: {} };
};
