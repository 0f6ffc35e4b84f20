import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethodAddress } from './channel.js';
import type { ReactorServerParts } from '../core/server-reach.js';

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
