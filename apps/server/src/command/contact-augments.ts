import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer, NoAnswer } from '@tocsin/contracts/command-answers.js';
import { contactTraits, throughOf, type AddressSort, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { accountOf } from '../connections/accounts.js';
import type { FoundMember } from '../connections/find-member.js';
import { barsCode } from '../connections/phone-options.js';
import { serverOfHook } from '../core/hook-server.js';
import { findMember } from '../connections/members.js';
import { HttpProblem } from '../problems/problem.js';
import { accountOfCode } from '../secrets/chat-links.js';
import { offeredNumber } from '../secrets/offered-numbers.js';
import { hookAddress } from '../secrets/purpose-macs.js';
import { VerificationCodes } from '../secrets/verification-codes.js';
import type { Augment, AugmentedCommand, AugmentInput } from './augmentation.js';
import { refusedAddress, requireCallable } from './refused-address.js';

type ContactMethodAugment = AugmentedCommand<CommandAnswer<'AddContactMethod'>>;
/** The command for kinds with this sort of address. */
type OfAddress<A extends AddressSort> = Extract<
  CommandData<'AddContactMethod'>,
  { readonly kind: { [K in ContactKind]: (typeof contactTraits)[K]['address'] extends A ? K : never }[ContactKind] }
>;

/**
 * The address of a subscription comes from a browser, so it is checked like one that a person typed; its encryption keys go to the
 * vault.
 */
const augmentPush = async (
  { keys, ...data }: { readonly address: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
  with_: AugmentInput,
): Promise<AugmentedCommand<NoAnswer>> => {
  const isSecure = new URL(data.address).protocol === 'https:' || with_.parts.clock.kind === 'manual';
  if (!isSecure) throw refusedAddress('request.invalid', 'Push services use https.');
  const secretRef = `push-subscription:${with_.commandId}`;
  const full = { ...data, secretRef };
  await requireCallable(data.address, full, with_);
  with_.secrets.put(secretRef, JSON.stringify(keys));
  return { data: full, says: {} };
};

/** Adding a method that is proved by a code sends one. */
const takeForCode = async (kind: ContactKind, { rates, callerId }: AugmentInput): Promise<void> => {
  if (contactTraits[kind].proof === 'code') await rates.take('codes', callerId);
};

const augmentUrl = async (data: OfAddress<'url'>, with_: AugmentInput): Promise<ContactMethodAugment> => {
  const secretRef = `webhook-secret:${with_.commandId}`;
  const full = { ...data, secretRef };
  await requireCallable(data.address, full, with_);
  await takeForCode(data.kind, with_);
  return { data: full, says: { signingSecret: with_.secrets.make(secretRef) } };
};

/** The access token goes to the vault; the server, with its topic if there is one, becomes the address. */
const augmentServer = async (
  { server, token, ...typed }: OfAddress<'topic' | 'server'>,
  with_: AugmentInput,
): Promise<AugmentedCommand<NoAnswer>> => {
  const secretRef = `access-token:${with_.commandId}`;
  const { origin, pathname } = new URL(server);
  const { topic, ...data } = { topic: undefined, ...typed };
  const root = `${origin}${pathname.replace(/\/+$/, '')}`;
  const full = { ...data, address: topic === undefined ? root : `${root}/${topic}`, ...(token === undefined ? {} : { secretRef }) };
  await requireCallable(server, full, with_, 'server');
  await takeForCode(data.kind, with_);
  if (token !== undefined) with_.secrets.put(secretRef, token);
  return { data: full, says: {} };
};

const problemOfMember: Readonly<Record<Extract<FoundMember, { readonly problem: string }>['problem'], () => HttpProblem>> = {
  none: () => new HttpProblem('connection.not_set_up'),
  unknown: () => refusedAddress('contact_method.account_unknown'),
  unreachable: () => new HttpProblem('connection.not_answering'),
};

/** Whoever knows the address of an incoming webhook can write to its channel: all but its server goes to the vault. */
const augmentHook = async ({ hook, ...data }: OfAddress<'hook'>, with_: AugmentInput): Promise<AugmentedCommand<NoAnswer>> => {
  const secretRef = `incoming-webhook:${with_.commandId}`;
  const full = { ...data, address: hookAddress(with_.parts.vault, hook), secretRef };
  // a server that an admin typed may be in a private network
  if (!serverOfHook(with_.parts, hook)) await requireCallable(hook, full, with_, 'hook');
  await takeForCode(data.kind, with_);
  with_.secrets.put(secretRef, hook);
  return { data: full, says: {} };
};

/** The chat says whose account it is, and the person whether it is theirs. The event has its workspace, too: member IDs are of one. */
const augmentMember = async (data: OfAddress<'member'>, with_: AugmentInput): Promise<AugmentedCommand<NoAnswer>> => {
  if (!(await with_.wouldChange(data))) return { data, says: {} };
  await takeForCode(data.kind, with_);
  const member = await findMember(data.kind, with_, data.address);
  if ('problem' in member) throw problemOfMember[member.problem]();
  return { data: { ...data, ...member }, says: {} };
};

/** Codes by SMS and calls cost money: only to countries that an admin named, never to costly numbers, and so many a day. */
const takeForPhone = async (kind: ContactKind, personId: string, number: string, { parts, rates }: AugmentInput): Promise<void> => {
  const [account = null] = throughOf(kind).flatMap((one) => accountOf(parts, one) ?? []);
  const barred = barsCode(account, number);
  if (barred) throw refusedAddress(barred);
  await rates.take('phoneCodesToNumber', number);
  await rates.take('phoneCodesOfPerson', personId);
  await rates.take('phoneCodes', 'organisation');
};

const augmentPhone = async (data: OfAddress<'phone'>, with_: AugmentInput): Promise<ContactMethodAugment> => {
  if (!(await with_.wouldChange(data))) return { data, says: {} };
  await takeForCode(data.kind, with_);
  await takeForPhone(data.kind, data.personId, data.address, with_);
  return { data, says: {} };
};

/** Data that a sort of address needs besides the input: a check, a secret. The others need nothing. */
const preparing: { readonly [A in AddressSort]?: (data: OfAddress<A>, with_: AugmentInput) => Promise<ContactMethodAugment> } = {
  device: augmentPush,
  url: augmentUrl,
  topic: augmentServer,
  server: augmentServer,
  member: augmentMember,
  hook: augmentHook,
  phone: augmentPhone,
};

const augmentAddedMethod: Augment<'AddContactMethod'> = async (data, with_) => {
  const prepare = preparing[contactTraits[data.kind].address] as
    ((data: unknown, with_: AugmentInput) => Promise<ContactMethodAugment>) | undefined;
  if (prepare) return prepare(data, with_);
  if (await with_.wouldChange(data)) await takeForCode(data.kind, with_);
  return { data, says: {} };
};

/**
 * Each sends a message to an address that may belong to a stranger. The caller’s budget pays for it: with a budget by address, one
 * person could use up another’s.
 */
const augmentVerificationRequest: Augment<'AskVerification'> = async (data, with_) => {
  const { parts, rates, callerId } = with_;
  await rates.take('codes', callerId);
  const method = parts.reads.contacts.get(data.personId)?.methods.find((one) => one.contactMethodId === data.contactMethodId);
  if (method && contactTraits[method.kind].address === 'phone' && !isErased(method.address) && (await with_.wouldChange(data)))
    await takeForPhone(method.kind, data.personId, method.address, with_);
  return { data, says: {} };
};

/** The number is read from the vault only for the person whom it is offered to. */
const augmentOffer: Augment<'UsePhoneOffer'> = async (data, with_) => {
  const { reads, vault } = with_.parts;
  const offer = reads.contacts.get(data.personId)?.phoneOffers?.find(({ offerId }) => offerId === data.offerId);
  const number = offer?.secretRef ? offeredNumber(vault, data.personId, offer.secretRef) : null;
  const full = { ...data, kind: offer?.kind ?? ('sms' as const), address: number ?? '' };
  if (await with_.wouldChange(full)) {
    if (number === null) throw new HttpProblem('phone_offer.not_found');
    await takeForCode(full.kind, with_);
    await takeForPhone(full.kind, data.personId, number, with_);
  }
  return { data: full, says: {} };
};

const isPhone = ({ kind }: ContactMethod): boolean => contactTraits[kind].address === 'phone';

/** The number’s name on the log, the same for all who have proved it: the number itself is erased with its person. */
const numberIdOf = (method: ContactMethod, { parts }: AugmentInput): { readonly numberId?: string } => {
  if (!isPhone(method) || isErased(method.address)) return {};
  const proved = [...parts.reads.contacts.all()]
    .flatMap(({ methods }) => methods)
    .filter((one) => isPhone(one) && one.address === method.address && (one.verified || one.numberId !== undefined));
  const numberId = proved.find((one) => one.numberId !== undefined)?.numberId ?? proved[0]?.contactMethodId;
  return { numberId: numberId ?? method.contactMethodId };
};

const augmentVerification: Augment<'VerifyContactMethod'> = async ({ code, ...data }, with_) => {
  const { parts, rates, callerId } = with_;
  const method = parts.reads.contacts.get(data.personId)?.methods.find((one) => one.contactMethodId === data.contactMethodId);
  const expiresAt = method?.verification?.expiresAt;
  if (expiresAt !== undefined && !(await rates.canTry(`${callerId} ${data.contactMethodId} ${expiresAt}`))) {
    throw new HttpProblem('contact_method.too_many_tries');
  }
  if (!method || expiresAt === undefined) return { data: { ...data, codeCheck: 'none' }, says: {} };
  const isRight = new VerificationCodes(parts.vault).isValid(code, data.personId, data.contactMethodId, expiresAt);
  return { data: { ...data, codeCheck: isRight ? 'right' : 'wrong', ...numberIdOf(method, with_) }, says: {} };
};
/** The chat showed the code to its account alone. */
const augmentLink: Augment<'LinkChatAccount'> = async ({ code, personId }, { parts, rates, callerId, wouldChange }) => {
  // who may not is refused before the code is looked at
  await wouldChange({ personId, chat: 'mattermost', account: '', label: '' });
  await rates.take('codes', callerId);
  const account = accountOfCode(parts.vault, code, parts.clock.now());
  if (!account) throw new HttpProblem('contact_method.wrong_code');
  return { data: { personId, ...account }, says: {} };
};

export const contactAugments = {
  LinkChatAccount: augmentLink,
  AddContactMethod: augmentAddedMethod,
  AskVerification: augmentVerificationRequest,
  UsePhoneOffer: augmentOffer,
  RenewPushSubscription: augmentPush,
  VerifyContactMethod: augmentVerification,
};
