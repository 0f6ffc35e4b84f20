import { contactKindWords } from '@tocsin/contracts/contact-kind-words.js';
import type { ContactMethod } from '@tocsin/contracts/contacts.js';
import { readable } from '../../../data/words/erased.js';
import { reasonClause } from '../../../data/words/words.js';

/** `E-mail ana@example.org`. A push address says nothing to a person. */
export const methodName = ({ kind, address, label }: ContactMethod): string =>
  contactKindWords[kind].named
    .replace('{address}', () => readable(address))
    .replace('{label}', () => (label ? readable(label) : 'a device'))
    .trim();

/** What a method can do, or why it is not used for pages. */
export const methodSays = ({ kind, verified, disabled, switchedOffAt }: ContactMethod): string => {
  if (disabled) return `Not used: ${reasonClause(disabled.reason)}.`;
  if (!verified) return 'Not used: it is not verified yet.';
  return switchedOffAt ? 'Switched off: not used for pages.' : contactKindWords[kind].ability;
};
