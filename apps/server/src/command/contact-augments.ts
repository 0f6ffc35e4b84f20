import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer, NoAnswer } from '@tocsin/contracts/command-answers.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { HttpProblem } from '../problems/problem.js';
import { VerificationCodes } from '../secrets/verification-codes.js';
import type { Augment, AugmentedCommand, AugmentInput } from './augmentation.js';
import { refusedAddress, requireCallable } from './refused-address.js';

type ContactMethodAugment = AugmentedCommand<CommandAnswer<'AddContactMethod'>>;
type AddContactMethodData<K extends ContactKind> = Extract<CommandData<'AddContactMethod'>, { readonly kind: K }>;

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

const augmentWebhook = async (data: AddContactMethodData<'webhook'>, with_: AugmentInput): Promise<ContactMethodAugment> => {
  const secretRef = `webhook-secret:${with_.commandId}`;
  const full = { ...data, secretRef };
  await requireCallable(data.address, full, with_);
  await takeForCode(data.kind, with_);
  return { data: full, says: { signingSecret: with_.secrets.make(secretRef) } };
};

/** Data that a kind needs besides the input: a checked address or a secret. The other kinds need nothing. */
const preparing: { readonly [K in ContactKind]?: (data: AddContactMethodData<K>, with_: AugmentInput) => Promise<ContactMethodAugment> } = {
  push: augmentPush,
  webhook: augmentWebhook,
};

const augmentAddedMethod: Augment<'AddContactMethod'> = async (data, with_) => {
  const prepare = preparing[data.kind] as ((data: unknown, with_: AugmentInput) => Promise<ContactMethodAugment>) | undefined;
  if (prepare) return prepare(data, with_);
  if (await with_.wouldChange(data)) await takeForCode(data.kind, with_);
  return { data, says: {} };
};

/**
 * Each sends a message to an address that may belong to a stranger. The caller’s budget pays for it: with a budget by address, one
 * person could use up another’s.
 */
const augmentVerificationRequest: Augment<'AskVerification'> = async (data, { rates, callerId }) => {
  await rates.take('codes', callerId);
  return { data, says: {} };
};

const augmentVerification: Augment<'VerifyContactMethod'> = async ({ code, ...data }, { parts, rates, callerId }) => {
  const method = parts.reads.contacts.get(data.personId)?.methods.find((one) => one.contactMethodId === data.contactMethodId);
  const expiresAt = method?.verification?.expiresAt;
  if (expiresAt !== undefined && !(await rates.canTry(`${callerId} ${data.contactMethodId} ${expiresAt}`))) {
    throw new HttpProblem('contact_method.too_many_tries');
  }
  if (expiresAt === undefined) return { data: { ...data, codeCheck: 'none' }, says: {} };
  const isRight = new VerificationCodes(parts.vault).isValid(code, data.personId, data.contactMethodId, expiresAt);
  return { data: { ...data, codeCheck: isRight ? 'right' : 'wrong' }, says: {} };
};
export const contactAugments = {
  AddContactMethod: augmentAddedMethod,
  AskVerification: augmentVerificationRequest,
  RenewPushSubscription: augmentPush,
  VerifyContactMethod: augmentVerification,
};
