import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { Method } from './channel.js';
import type { ServerReach } from '../core/server-reach.js';

/** A contact method with its address in clear and its secret; null when it no longer exists. */
export const methodOf = (
  server: Pick<ServerReach, 'reads' | 'vault'>,
  personId: string,
  contactMethodId: string,
): (Method & { kind: ContactKind }) | null => {
  const found = server.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === contactMethodId);
  if (!found || isErased(found.address)) return null;
  const secret = found.secretRef ? server.vault.secret(found.secretRef) : null;
  return { contactMethodId, address: found.address, secret, kind: found.kind };
};
