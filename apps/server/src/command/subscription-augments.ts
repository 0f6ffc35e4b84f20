import type { Augment, AugmentInput } from './augmentation.js';
import { serverOfHook } from '../core/hook-server.js';
import { requireCallable } from './refused-address.js';

/** The address may contain a secret, so it goes to the vault; only its host may be shown. */
const describeStored = (address: string, { commandId }: AugmentInput) => ({
  addressRef: `event-address:${commandId}`,
  host: URL.canParse(address) ? new URL(address).origin : address,
});

/** The command’s data is complete before its address is resolved: whether it is refused is known then. */
const storeAddress = async (address: string, data: { readonly addressRef: string }, with_: AugmentInput): Promise<void> => {
  // a server that an admin typed may be in a private network
  if (URL.canParse(address) && !serverOfHook(with_.parts, address)) await requireCallable(address, data, with_);
  with_.secrets.put(data.addressRef, address);
};

const signingSecretRef = ({ commandId }: AugmentInput): string => `event-secret:${commandId}`;

const augmentCreation: Augment<'CreateEventSubscription'> = async ({ address, ...data }, with_) => {
  const secretRef = signingSecretRef(with_);
  const full = { ...data, ...describeStored(address, with_), secretRef };
  await storeAddress(address, full, with_);
  return { data: full, says: { signingSecret: with_.secrets.make(secretRef) } };
};

const augmentChange: Augment<'ChangeEventSubscription'> = async ({ address, ...data }, with_) => {
  if (address === undefined) return { data, says: {} };
  const full = { ...data, ...describeStored(address, with_) };
  await storeAddress(address, full, with_);
  return { data: full, says: {} };
};

const augmentRotation: Augment<'RotateEventSubscriptionSecret'> = (data, with_) => {
  const secretRef = signingSecretRef(with_);
  return { data: { ...data, secretRef }, says: { signingSecret: with_.secrets.make(secretRef) } };
};

export const subscriptionAugments = {
  CreateEventSubscription: augmentCreation,
  ChangeEventSubscription: augmentChange,
  RotateEventSubscriptionSecret: augmentRotation,
};
