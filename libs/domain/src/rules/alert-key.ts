import { limits } from '@tocsin/contracts/limits.js';
import { boundedName } from '@tocsin/kernel/ids.js';

/** The name by which facts know an alert: its fingerprint, hashed when that is long. Senders choose it, and a fact may list thousands. */
export const alertKey = ({ fingerprint }: { readonly fingerprint: string }): string => boundedName(fingerprint, limits.alertKeyLength);

/** The name of the condition, in the same way: what a group remembers to tell news by. */
export const nameKey = ({ name }: { readonly name: string }): string => boundedName(name, limits.alertKeyLength);

/** An alert of an old fact, which named it by its fingerprint however long that was. */
export const keyed = <One extends { readonly fingerprint: string }>(one: One): One => ({ ...one, fingerprint: alertKey(one) });
