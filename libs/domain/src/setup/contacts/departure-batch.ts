import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { departurePartsAfter, firstPartOf } from '../people/shared/departure-parts.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import type { ContactCommand } from './commands.js';

/** Does nothing when the person is back meanwhile. */
export const tellLeftBehind = (
  { personId, because, replacementId, after }: DataOf<ContactCommand, 'TellLeftBehind'>,
  _row: ContactRow,
  context: ConfigurationContext,
): Decision<ContactFact> => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { reads } = context;
  const person = reads.people.get(personId);
  if (!person || (person.state === 'active' && person.role !== 'observer')) return new Nothing();
  const { standsIn, schedules = [], upTo, more = false } = firstPartOf(departurePartsAfter(reads, personId, after), after);
  if (standsIn.length + schedules.length === 0) return new Nothing();
  return [
    {
      type: 'MoreLeftBehind',
      data: { personId, because, replacementId, standsIn, ...(schedules.length > 0 ? { schedules } : {}), upTo, more },
    },
  ];
};
