import type { Augment, AugmentInput } from './augmentation.js';
import { refusedAddress } from './refused-address.js';

/** The address may contain a secret, so it goes to the vault; only its host may be shown. */
const storeAddress = async (address: string, { outgoing, secrets, commandId }: AugmentInput) => {
  const checked = await outgoing.checkAddress(address);
  if (!checked.ok) throw refusedAddress(checked.code);
  const addressRef = `event-address:${commandId}`;
  secrets.put(addressRef, address);
  return { addressRef, host: new URL(address).origin };
};

const createSigningSecret = ({ secrets, commandId }: AugmentInput) => {
  const secretRef = `event-secret:${commandId}`;
  return { secretRef, signingSecret: secrets.make(secretRef) };
};

const augmentCreation: Augment<'CreateEventSubscription'> = async ({ address, ...data }, with_) => {
  const storedAddress = await storeAddress(address, with_);
  const { secretRef, signingSecret } = createSigningSecret(with_);
  return { data: { ...data, ...storedAddress, secretRef }, says: { signingSecret } };
};

const augmentChange: Augment<'ChangeEventSubscription'> = async ({ address, ...data }, with_) => ({
  data: address === undefined ? data : { ...data, ...(await storeAddress(address, with_)) },
  says: {},
});

const augmentRotation: Augment<'RotateEventSubscriptionSecret'> = (data, with_) => {
  const { secretRef, signingSecret } = createSigningSecret(with_);
  return { data: { ...data, secretRef }, says: { signingSecret } };
};

export const subscriptionAugments = {
  CreateEventSubscription: augmentCreation,
  ChangeEventSubscription: augmentChange,
  RotateEventSubscriptionSecret: augmentRotation,
};
