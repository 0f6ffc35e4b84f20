import type { ContactKind, ContactMethod } from '@tocsin/contracts/contacts.js';
import { readable } from '../data/erased.js';
import { reasonClause } from '../data/words.js';

const names: Readonly<Record<ContactKind, (method: ContactMethod) => string>> = {
  browser: () => 'This tab, or any that is open',
  email: ({ address }) => `E-mail ${readable(address)}`,
  webhook: ({ address }) => `Webhook ${readable(address)}`,
  push: ({ label }) => `Push to ${label ? readable(label) : 'a device'}`,
};

/** `E-mail ana@example.org`. A push address says nothing to a person. */
export const methodName = (method: ContactMethod): string => names[method.kind](method).trim();

const abilities: Readonly<Record<ContactKind, string>> = {
  browser: 'Rings while a tab is open and its sound unlocked; not when the laptop is closed.',
  email: 'Verified. May not wake you: depends on your mail app.',
  webhook: 'Verified. What happens next is up to the receiver.',
  push: 'Rings a locked phone. Push can’t break Do-not-disturb: allow this app there, or sleep without it.',
};

/** What a method can do, or why it is not used for pages. */
export const methodSays = ({ kind, verified, disabled, switchedOffAt }: ContactMethod): string => {
  if (disabled) return `Not used: ${reasonClause(disabled.reason)}.`;
  if (!verified) return 'Not used: it is not verified yet.';
  return switchedOffAt ? 'Switched off: not used for pages.' : abilities[kind];
};
