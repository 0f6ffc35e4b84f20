import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';

/** The phone that it reaches, by its kind of message; null: none. Not by its address, which may be erased: decisions must come out the same again. */
export const phoneKeyOf = ({
  kind,
  contactMethodId,
  numberId = contactMethodId,
}: Pick<ContactMethod, 'kind' | 'contactMethodId' | 'numberId'>): string | null =>
  contactTraits[kind].address === 'phone' ? `${kind} ${numberId}` : null;
