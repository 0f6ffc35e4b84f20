import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ReactorServerParts } from '../core/server-reach.js';

/** The destination: the address in clear, and the secret of a method that has one, from the vault. */
export interface ContactMethodAddress {
  readonly contactMethodId: string;
  readonly address: string;
  readonly secret: string | null;
}

/** A contact method with its address in clear and its secret; null when it no longer exists. */
export const methodOf = (
  server: Pick<ReactorServerParts, 'reads' | 'vault'>,
  personId: string,
  contactMethodId: string,
): (ContactMethodAddress & { kind: ContactKind }) | null => {
  const method = server.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === contactMethodId);
  if (!method || isErased(method.address)) return null;
  const secret = method.secretRef ? server.vault.secret(method.secretRef) : null;
  return { contactMethodId, address: method.address, secret, kind: method.kind };
};
