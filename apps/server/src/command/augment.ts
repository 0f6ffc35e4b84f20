import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { duration, limits } from '@tocsin/contracts/limits.js';
import { tokenPrefix } from '@tocsin/contracts/tokens.js';
import type { AlertGroupState } from '@tocsin/domain/alert-groups/state.js';
import { textAt } from '@tocsin/domain/redactions/redactions.js';
import { plus } from '@tocsin/kernel/time.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { VerificationCodes } from '../deliveries/verification-codes.js';
import type { Core } from '../core/core.js';
import { shownAddress } from '../ingest/address.js';
import { signInAugments } from '../sign-in/augments.js';
import { canMail } from '../sign-in/reset-links.js';
import { HttpProblem } from '../http/problem.js';
import type { Augment, Augmented, Augmenting } from './augmented.js';

/** The same key however often the command is repeated, and no other command’s. */
const integrationKey = ({ core, secrets, commandId }: Augmenting): { key: string; keyHash: string; keyRef: string } => {
  const key = core.vault.mac('new-integration-key', commandId).toString('hex').slice(0, 32);
  const keyRef = `integration-key:${commandId}`;
  secrets.put(keyRef, key);
  return { key, keyRef, keyHash: keyHashOf(core, key) };
};

/** What an event holds of an integration key. */
export const keyHashOf = (core: Core, key: string): string => core.vault.mac('integration-key', key).toString('hex');

/** What an event holds of an invitation’s secret. */
export const invitationHashOf = (core: Core, token: string): string => core.vault.mac('invitation', token).toString('hex');

/** The secret of an invitation: made from the command id, kept nowhere. */
export const invitationToken = ({ vault }: Pick<Core, 'vault'>, commandId: string): string =>
  vault.mac('new-invitation', commandId).toString('base64url');

const invitation: Augment<'InvitePerson'> = (data, { core, commandId, url }) => {
  const token = invitationToken(core, commandId);
  const expiresAt = plus(core.clock.now(), limits.invitation);
  return {
    data: { ...data, invitationHash: invitationHashOf(core, token), expiresAt },
    says: { invitation: `${url}/invite/${token}`, mailed: canMail(core) },
  };
};

const contactMethod: Augment<'AddContactMethod'> = async (data, with_) => {
  const { core, outgoing, secrets, commandId, rates, callerId } = with_;
  if (data.kind === 'push') return push(data, with_);
  await rates.take('codes', callerId);
  if (data.kind !== 'webhook') return { data, says: {} };
  const checked = await outgoing.checkAddress(data.address);
  if (!checked.ok)
    throw new HttpProblem(checked.code, {}, [{ path: 'address', code: checked.code, message: 'This address can’t be used.' }]);
  const signingSecret = core.vault.mac('new-webhook-secret', commandId).toString('base64url');
  const secretRef = `webhook-secret:${commandId}`;
  secrets.put(secretRef, signingSecret);
  return { data: { ...data, secretRef }, says: { signingSecret } };
};

/** Each is a message to an address that may be a stranger’s. Whoever asks pays: else anybody could use up what somebody else may ask for. */
const askedAgain: Augment<'AskVerification'> = async (data, { rates, callerId }) => {
  await rates.take('codes', callerId);
  return { data, says: {} };
};

const refusedAddress = (code: RefusalCode, message: string): HttpProblem => new HttpProblem(code, {}, [{ path: 'address', code, message }]);

/** The address of a subscription is a browser’s word, so a person’s; what it is encrypted for goes to the vault. */
const push = async (
  { keys, ...data }: { readonly address: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
  { core, outgoing, secrets, commandId }: Augmenting,
): Promise<Augmented> => {
  const isSecure = new URL(data.address).protocol === 'https:' || core.clock.kind === 'manual';
  if (!isSecure) throw refusedAddress('request.invalid', 'Push services are reached by https.');
  const checked = await outgoing.checkAddress(data.address);
  if (!checked.ok) throw refusedAddress(checked.code, 'This address can’t be used.');
  const secretRef = `push-subscription:${commandId}`;
  secrets.put(secretRef, JSON.stringify(keys));
  return { data: { ...data, secretRef }, says: {} };
};

const verification: Augment<'VerifyContactMethod'> = async ({ code, ...data }, { core, rates, callerId }) => {
  const method = core.reads.contacts.get(data.personId)?.methods.find((one) => one.contactMethodId === data.contactMethodId);
  const expiresAt = method?.verification?.expiresAt;
  if (expiresAt !== undefined && !(await rates.mayTry(`${callerId} ${data.contactMethodId} ${expiresAt}`))) {
    throw new HttpProblem('contact_method.too_many_tries');
  }
  const codeIsRight =
    expiresAt !== undefined && new VerificationCodes(core.vault).matches(code, data.personId, data.contactMethodId, expiresAt);
  return { data: { ...data, codeIsRight }, says: {} };
};

/** What an event holds of a token. */
export const tokenHashOf = (core: Core, token: string): string => core.vault.mac('api-token', token).toString('hex');

/** 256 bits, made of the command id: the same for its repeats, and kept nowhere. */
const newToken = ({ days, ...data }: { readonly days: number }, { core, commandId }: Augmenting): Augmented => {
  const token = `${tokenPrefix}${core.vault.mac('new-api-token', commandId).toString('base64url')}`;
  const tokenHash = tokenHashOf(core, token);
  const [issued] = core.reads.tokens.where('tokenHash', tokenHash);
  // asked again, it ends when it was said to end the first time
  const expiresAt = issued?.expiresAt ?? plus(core.clock.now(), days * duration.day);
  return { data: { ...data, tokenHash, expiresAt }, says: { token, expiresAt } };
};

const withKey =
  (kindOf: (data: { integrationId?: string | undefined; kind?: string }, core: Core) => string) =>
  (data: object, with_: Augmenting): Augmented => {
    const { key, keyHash, keyRef } = integrationKey(with_);
    const kind = kindOf(data, with_.core);
    return { data: { ...data, keyHash, keyRef }, says: { ...shownAddress(with_.url, kind, key) } };
  };

/** The key stands in the vault; the decider says whether it is shown. */
const revealed: Augment<'RevealIntegrationKey'> = (data, { core, url }) => {
  const integration = core.reads.integrations.get(data.integrationId);
  const found = integration?.keys.find(({ keyHash }) => keyHash === data.keyHash);
  const key = found ? core.vault.secret(found.keyRef) : null;
  return { data, says: integration && key !== null ? { ...shownAddress(url, integration.kind, key) } : {} };
};

/** Only what is there can be redacted: a mistyped place would say that something is gone which still stands. */
const redaction: Augment<'RedactText'> = async (data, { core }) => {
  const [stored] = await core.log.readOrdinals([data.ordinal]);
  if (!stored || textAt(core.codec.decode(stored).data, data.path) === undefined) throw new HttpProblem('redaction.not_found');
  return { data, says: {} };
};

/** Only the stream of an alert group knows whether there ever was one of this id. */
const newGroup = async (data: { readonly groupId?: string | undefined }, { core }: Augmenting): Promise<Augmented> => {
  const group = data.groupId === undefined ? undefined : ((await core.runner.state('alertGroup', data.groupId)) as AlertGroupState);
  return { data: { ...data, isTaken: group !== undefined && group.status !== 'none' }, says: {} };
};

const table: { readonly [T in CommandType]?: Augment<T> } = {
  InvitePerson: invitation,
  RedactText: redaction,
  PageSomeone: newGroup,
  SendTestAlert: newGroup,
  AddContactMethod: contactMethod,
  AskVerification: askedAgain,
  RenewPushSubscription: (data, with_) => push(data, with_),
  VerifyContactMethod: verification,
  IssuePersonalToken: newToken,
  IssueServiceToken: newToken,
  RevealIntegrationKey: revealed,
  ...signInAugments,
  CreateIntegration: withKey(({ kind }) => kind ?? 'generic'),
  IssueIntegrationKey: withKey(({ integrationId }, core) => core.reads.integrations.get(integrationId ?? '')?.kind ?? 'generic'),
};

export const augmented = async (type: CommandType, data: unknown, with_: Augmenting): Promise<Augmented> => {
  const augment = table[type] as ((data: unknown, with_: Augmenting) => Augmented | Promise<Augmented>) | undefined;
  return augment ? augment(data, with_) : { data, says: {} };
};
