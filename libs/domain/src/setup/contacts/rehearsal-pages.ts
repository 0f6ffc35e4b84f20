import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { refusePermission } from '../../rules/permissions.js';
import type { ContactCommand } from './commands.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;

/** Nobody is woken by another person’s wish. */
export const allowRehearsalPages = (
  data: Data<'AllowRehearsalPages'>,
  { rehearsalPages }: ContactRow,
  { actor }: ConfigurationContext,
): Decision<ContactFact> => {
  if (actor.kind !== 'person' || actor.id !== data.personId) return refusePermission('the person');
  return rehearsalPages ? new Nothing() : [{ type: 'RehearsalPagesAllowed', data }];
};

export const declineRehearsalPages = (data: Data<'DeclineRehearsalPages'>, { rehearsalPages }: ContactRow): Decision<ContactFact> =>
  rehearsalPages ? [{ type: 'RehearsalPagesDeclined', data }] : new Nothing();
