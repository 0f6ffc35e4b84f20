import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { isErased } from '@tocsin/contracts/ids.js';

/** The phone that it reaches, by its kind of message; null: none. */
export const phoneKeyOf = ({ kind, address }: Pick<ContactMethod, 'kind' | 'address'>): string | null =>
  contactTraits[kind].address === 'phone' && !isErased(address) && address !== '' ? `${kind} ${address}` : null;
