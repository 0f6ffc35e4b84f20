import type { ConfigurationReads } from '../../../reads.js';
import { signInOf } from '../views.js';

/**
 * Whether the identity provider may open this person’s account: an owner’s only while an owner has confirmed the
 * provider.
 */
export const canOpenSignIn = (reads: Pick<ConfigurationReads, 'signIn' | 'people'>, personId: string): boolean =>
  reads.people.get(personId)?.role !== 'owner' || signInOf(reads).forOwners;
