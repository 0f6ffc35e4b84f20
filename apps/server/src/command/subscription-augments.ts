import type { Augment, Augmenting } from './augmented.js';
import { refusedAddress } from './refused-address.js';

/** The address may contain a secret, so it goes to the vault; only its host may be shown. */
const newAddress = async (address: string, { outgoing, secrets, commandId }: Augmenting) => {
  const checked = await outgoing.checkAddress(address);
  if (!checked.ok) throw refusedAddress(checked.code);
  const addressRef = `event-address:${commandId}`;
  secrets.put(addressRef, address);
  return { addressRef, host: new URL(address).origin };
};

const newSigningSecret = ({ secrets, commandId }: Augmenting) => {
  const secretRef = `event-secret:${commandId}`;
  return { secretRef, signingSecret: secrets.make(secretRef) };
};

const created: Augment<'CreateEventSubscription'> = async ({ address, ...data }, with_) => {
  const where = await newAddress(address, with_);
  const { secretRef, signingSecret } = newSigningSecret(with_);
  return { data: { ...data, ...where, secretRef }, says: { signingSecret } };
};

const changed: Augment<'ChangeEventSubscription'> = async ({ address, ...data }, with_) => ({
  data: address === undefined ? data : { ...data, ...(await newAddress(address, with_)) },
  says: {},
});

const rotated: Augment<'RotateEventSubscriptionSecret'> = (data, with_) => {
  const { secretRef, signingSecret } = newSigningSecret(with_);
  return { data: { ...data, secretRef }, says: { signingSecret } };
};

export const subscriptionAugments = {
  CreateEventSubscription: created,
  ChangeEventSubscription: changed,
  RotateEventSubscriptionSecret: rotated,
};
