import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { boundName } from '@tocsin/kernel/ids.js';

/**
 * An alert’s key in facts: its fingerprint, hashed when it is long. Senders choose it, and a fact may list thousands.
 */
export const alertKeyOf = ({ fingerprint }: { readonly fingerprint: string }): string =>
  boundName(fingerprint, routingLimits.alertKeyLength);

/** The key of an alert’s name, made in the same way: a group remembers these to detect news. */
export const alertNameKeyOf = ({ name }: { readonly name: string }): string => boundName(name, routingLimits.alertKeyLength);
