import { contactTraits, type AddressSort, type ContactKind, type Throttle } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { capital } from '../../../data/words/capital.js';
import { readable } from '../../../data/words/readable.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { aboutKind } from './kind-words.js';

type NamedMethod = Pick<ContactMethod, 'kind' | 'address' | 'label'>;

const byAddress = ({ kind, address }: NamedMethod): string => `${kindLabel(kind)} ${readable(address)}`;
/** The name that distinguishes a method from others of its kind. */
const names: Readonly<Record<AddressSort, (method: NamedMethod) => string>> = {
  email: byAddress,
  url: byAddress,
  topic: byAddress,
  server: byAddress,
  hook: byAddress,
  userKey: byAddress,
  phone: byAddress,
  // whose account it is, as the chat says
  member: ({ kind, label, address }) => `${kindLabel(kind)} ${readable(label ?? address)}`,
  // its address is meaningless to people
  device: ({ kind, label }) => `${kindLabel(kind)} to ${label ? readable(label) : 'a device'}`,
  none: ({ kind }) => `${kindLabel(kind)} (any open tab)`,
};

/** `E-mail`, in lists to choose from. */
export const kindLabel = (kind: ContactKind): string => capital(contactTraits[kind].word);

/** The name of a contact method with its address: `E-mail ana@example.org`. */
export const methodName = (method: ContactMethod): string => names[contactTraits[method.kind].address](method);

/** The same without an address that the reader may not see: `E-mail`. */
export const methodTitle = (method: ContactMethod): string =>
  method.address === '' && !method.label ? kindLabel(method.kind) : methodName(method);

/** `verified, on`: whether pages may use it. */
export const methodSettings = ({ verified, disabled, switchedOffAt }: ContactMethod): string =>
  disabled ? `not used: ${reasonClause(disabled.reason)}.` : `${verified ? 'verified' : 'not verified'}, ${switchedOffAt ? 'off' : 'on'}.`;

/** Whether the receiver of a webhook sends an SMS or calls. */
export const relayWords: Readonly<Record<Throttle, string>> = { sms: 'gateway that sends SMS', voice: 'gateway that calls' };
/** The order to choose in. */
export const relays: readonly Throttle[] = ['sms', 'voice'];

/** Shown when adding one. */
export const kindHint = (kind: ContactKind): string => {
  const about = aboutKind[kind];
  return contactTraits[kind].proof === 'code' ? `${about} A code to verify it is sent first.` : about;
};

const ability = (kind: ContactKind): string => {
  const about = aboutKind[kind];
  return contactTraits[kind].proof === 'code' ? `Verified. ${about}` : about;
};

/** State of a method: how it is used, or why it is not used for pages. */
export const methodStateText = ({ kind, verified, disabled, switchedOffAt }: ContactMethod): string => {
  if (disabled) return `Not used: ${reasonClause(disabled.reason)}.`;
  if (!verified) return 'Not used: it is not verified yet.';
  return switchedOffAt ? 'Switched off: not used for pages.' : ability(kind);
};
