import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { CommandAnswer, NoAnswer } from '@tocsin/contracts/command-answers.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { HttpProblem } from '../problems/problem.js';
import { VerificationCodes } from '../secrets/verification-codes.js';
import type { Augment, AugmentedCommand, AugmentInput } from './augmentation.js';
import { refusedAddress } from './refused-address.js';

type ContactMethodAugment = AugmentedCommand<CommandAnswer<'AddContactMethod'>>;
type AddContactMethodData<K extends ContactKind> = Extract<CommandData<'AddContactMethod'>, { readonly kind: K }>;

/**
 * The address of a subscription comes from a browser, so it is checked like one that a person typed; its encryption keys go to the
 * vault.
 */
const augmentPush = async (
  { keys, ...data }: { readonly address: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
  { parts, outgoing, secrets, commandId }: AugmentInput,
): Promise<AugmentedCommand<NoAnswer>> => {
  const isSecure = new URL(data.address).protocol === 'https:' || parts.clock.kind === 'manual';
  if (!isSecure) throw refusedAddress('request.invalid', 'Push services use https.');
  const checked = await outgoing.checkAddress(data.address);
  if (!checked.ok) throw refusedAddress(checked.code);
  const secretRef = `push-subscription:${commandId}`;
  secrets.put(secretRef, JSON.stringify(keys));
  return { data: { ...data, secretRef }, says: {} };
};

const augmentWebhook = async (
  data: AddContactMethodData<'webhook'>,
  { outgoing, secrets, commandId }: AugmentInput,
): Promise<ContactMethodAugment> => {
  const checked = await outgoing.checkAddress(data.address);
  if (!checked.ok) throw refusedAddress(checked.code);
  const secretRef = `webhook-secret:${commandId}`;
  const signingSecret = secrets.make(secretRef);
  return { data: { ...data, secretRef }, says: { signingSecret } };
};

/** Data that a kind needs besides the input: a checked address or a secret. The other kinds need nothing. */
const preparing: { readonly [K in ContactKind]?: (data: AddContactMethodData<K>, with_: AugmentInput) => Promise<ContactMethodAugment> } = {
  push: augmentPush,
  webhook: augmentWebhook,
};

const augmentAddedMethod: Augment<'AddContactMethod'> = async (data, with_) => {
  if (contactTraits[data.kind].proof === 'code') await with_.rates.take('codes', with_.callerId);
  const prepare = preparing[data.kind] as ((data: unknown, with_: AugmentInput) => Promise<ContactMethodAugment>) | undefined;
  return prepare ? prepare(data, with_) : { data, says: {} };
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
