import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { ConfigurationReads } from '../../../reads.js';

/** Why a person may not be asked to help: unknown, no longer active, or an observer. Null: they may. */
export const whyNotAskable = ({ people }: Pick<ConfigurationReads, 'people'>, personId: string): RefusalCode | null => {
  const person = people.get(personId);
  if (!person) return 'person.not_found';
  if (person.state !== 'active') return 'person.not_active';
  return person.role === 'observer' ? 'person.observes' : null;
};
