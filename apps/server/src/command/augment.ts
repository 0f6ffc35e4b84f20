import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer } from '@tocsin/contracts/command-answers.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { tokenPrefix } from '@tocsin/contracts/tokens.js';
import { isTextAt } from '@tocsin/domain/redactions/redactions.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { shownAddress } from '../ingest/address.js';
import { newIntegrationKey } from '../secrets/known-keys.js';
import { isEmailChangeCode } from '../secrets/email-change-code.js';
import { hasMailServer } from '../core/mail-server.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, Augmented, Augmenting, Augments } from './augmented.js';
import { invitationHashOf, keyHashOf, keyIdOf, tokenHashOf } from '../secrets/hashes.js';
import { feedHashOf } from '../secrets/feed-secrets.js';
import { newGroup } from './new-group.js';
import { bulkAugments } from './bulk-augments.js';
import { contactAugments } from './contact-augments.js';
import { shownSecret } from '../secrets/shown-secrets.js';
import { mailAugments } from './mail-augments.js';
import { subscriptionAugments } from './subscription-augments.js';

type Dependencies = Pick<ServerParts, 'clock' | 'codec' | 'config' | 'log' | 'reads' | 'vault'>;

/** A repeated command gets the same key, because the key is stored in the vault. */
const integrationKey = ({ parts, secrets, commandId }: Augmenting): { key: string; keyHash: string; keyRef: string } => {
  const keyRef = `integration-key:${commandId}`;
  const key = secrets.make(keyRef, newIntegrationKey);
  return { key, keyRef, keyHash: keyHashOf(parts, key) };
};

const invitation: Augment<'InvitePerson'> = (data, { parts, secrets, commandId, url }) => {
  const expiresAt = addMillis(parts.clock.now(), limits.invitation);
  const token = shownSecret(secrets, { kind: 'invitation', id: commandId, until: expiresAt });
  return {
    data: { ...data, invitationHash: invitationHashOf(parts, token), expiresAt },
    says: { invitation: `${url}/invite/${token}`, mailed: hasMailServer(parts) },
  };
};

/** Sends to an address that may belong to a stranger, so it is rate-limited like codes for contact methods. */
const emailChange: Augment<'AskEmailChange'> = async (data, { rates, callerId }) => {
  await rates.take('codes', callerId);
  return { data, says: {} };
};

const emailCode: Augment<'ConfirmEmailChange'> = async ({ code, personId }, { parts, rates, callerId, actor }) => {
  const pending = actor.id === personId ? parts.reads.people.get(personId)?.emailChange : undefined;
  if (!pending || isErased(pending.email)) return { data: { personId, codeCheck: 'none' }, says: {} };
  const { email, expiresAt } = pending;
  if (!(await rates.mayTry(`${callerId} email ${expiresAt}`))) throw new HttpProblem('email_change.too_many_tries');
  const isRight = isEmailChangeCode(parts.vault, code, personId, email, expiresAt);
  return { data: { personId, codeCheck: isRight ? 'right' : 'wrong' }, says: {} };
};

/** 256 bits. A repeat of the command gets the same token while responses are stored. */
const newToken = (
  { days, ...data }: { readonly days: number },
  { parts, secrets, commandId }: Augmenting,
): Augmented<CommandAnswer<'IssueServiceToken'>> => {
  const until = addMillis(parts.clock.now(), limits.answersKept);
  const token = `${tokenPrefix}${shownSecret(secrets, { kind: 'api-token', id: commandId, until })}`;
  const tokenHash = tokenHashOf(parts, token);
  const [issued] = parts.reads.tokens.where('tokenHash', tokenHash);
  // a repeat keeps the expiry of the first try
  const expiresAt = issued?.expiresAt ?? addMillis(parts.clock.now(), days * duration.day);
  return { data: { ...data, tokenHash, expiresAt }, says: { token, expiresAt } };
};

/** Shown once: for another device, people make another feed, so that each can be revoked separately. */
const newFeed: Augment<'MakeCalendarFeed'> = (data, { parts, secrets, commandId, url }) => {
  const until = addMillis(parts.clock.now(), limits.answersKept);
  const secret = shownSecret(secrets, { kind: 'calendar-feed', id: commandId, until });
  return { data: { ...data, keyHash: feedHashOf(parts, secret) }, says: { address: `${url}/feeds/${secret}.ics` } };
};

const withKey =
  (kindOf: (data: { integrationId?: string | undefined; kind?: string }, parts: Dependencies) => string) =>
  (data: object, with_: Augmenting): Augmented<CommandAnswer<'IssueIntegrationKey'>> => {
    const { key, keyHash, keyRef } = integrationKey(with_);
    const kind = kindOf(data, with_.parts);
    return { data: { ...data, keyHash, keyRef }, says: { ...shownAddress(with_.url, kind, key) } };
  };

/** The hash by which the log names the key of this id; an empty string, which matches no key, when there is none. */
const keyHashBy = (keys: readonly { readonly keyHash: string }[], parts: Dependencies, keyId: string): string =>
  keys.find(({ keyHash }) => keyIdOf(parts, keyHash) === keyId)?.keyHash ?? '';

const ended: Augment<'EndIntegrationKey'> = ({ keyId, ...data }, { parts }) => {
  const { keys = [], endedKeys = [] } = parts.reads.integrations.get(data.integrationId) ?? {};
  return { data: { ...data, keyHash: keyHashBy([...keys, ...endedKeys], parts, keyId) }, says: {} };
};

/** The key is in the vault; the decider decides whether it is shown. */
const revealed: Augment<'RevealIntegrationKey'> = ({ keyId, ...fields }, { parts, url }) => {
  const integration = parts.reads.integrations.get(fields.integrationId);
  const data = { ...fields, keyHash: keyHashBy(integration?.keys ?? [], parts, keyId) };
  const found = integration?.keys.find(({ keyHash }) => keyHash === data.keyHash);
  const key = found ? parts.vault.secret(found.keyRef) : null;
  return { data, says: integration && key !== null ? { ...shownAddress(url, integration.kind, key) } : {} };
};

/** Refuses a path at which nothing is stored: a mistyped path would otherwise report text as removed that is still there. */
const redaction: Augment<'RedactText'> = async (data, { parts }) => {
  const [stored] = await parts.log.readOrdinals([data.ordinal]);
  if (!stored || !isTextAt(parts.codec.decode(stored).data, data.path)) throw new HttpProblem('redaction.not_found');
  return { data, says: {} };
};

const own: Augments = {
  InvitePerson: invitation,
  RedactText: redaction,
  PageSomeone: (data, with_) => newGroup(data, with_),
  SendTestAlert: (data, with_) => newGroup(data, with_),
  ...bulkAugments,
  ...contactAugments,
  AskEmailChange: emailChange,
  ConfirmEmailChange: emailCode,
  IssuePersonalToken: newToken,
  IssueServiceToken: newToken,
  MakeCalendarFeed: newFeed,
  RevealIntegrationKey: revealed,
  EndIntegrationKey: ended,
  ...subscriptionAugments,
  ...mailAugments,
  CreateIntegration: withKey(({ kind }) => kind ?? 'generic'),
  IssueIntegrationKey: withKey(({ integrationId }, parts) => parts.reads.integrations.get(integrationId ?? '')?.kind ?? 'generic'),
};

/** `ofRooms`: what other rooms add to their own commands. */
export const augmented = async (ofRooms: Augments, type: CommandType, data: unknown, with_: Augmenting): Promise<Augmented> => {
  const augment = (ofRooms[type] ?? own[type]) as ((data: unknown, with_: Augmenting) => Augmented | Promise<Augmented>) | undefined;
  return augment ? augment(data, with_) : { data, says: {} };
};
