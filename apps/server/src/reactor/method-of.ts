import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { Method } from '../deliveries/channel.js';
import type { EffectCore } from './effect-core.js';

/** A contact method with its address in clear and its secret; null when it is not there any more. */
export const methodOf = (
  core: Pick<EffectCore, 'reads' | 'vault'>,
  personId: string,
  contactMethodId: string,
): (Method & { kind: ContactKind }) | null => {
  const found = core.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === contactMethodId);
  if (!found || isErased(found.address)) return null;
  const secret = found.secretRef ? core.vault.secret(found.secretRef) : null;
  return { contactMethodId, address: found.address, secret, kind: found.kind };
};
