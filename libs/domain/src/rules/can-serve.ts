import { canServe as canServeAs } from '@tocsin/contracts/people/can-serve.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { ConfigurationContext } from '../reads.js';
import { isSystem } from './permissions.js';

/**
 * Whether a person can be given a duty, as the contracts say it. A command that follows from set-up may come before memory has
 * folded that its person joined.
 */
export const canServe = (context: Pick<ConfigurationContext, 'actor' | 'reads'>, personId: string): boolean => {
  if (isSystem(context)) return true;
  const person = context.reads.people.get(personId);
  return person !== undefined && canServeAs(person);
};

/** Whether a person is active, or will be. */
export const isHere = ({ reads }: Pick<ConfigurationContext, 'reads'>, personId: string): boolean => {
  const state = reads.people.get(personId)?.state;
  return state === 'active' || state === 'invited';
};

/** Why a person can’t be given a duty. */
export const unfitReasonOf = (context: Pick<ConfigurationContext, 'reads'>, personId: string): RefusalCode =>
  isHere(context, personId) ? 'person.observes' : 'person.not_active';
