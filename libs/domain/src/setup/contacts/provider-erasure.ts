import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext } from '../../reads.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import type { ContactCommand } from './commands.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;

export const eraseAtProviders = (
  data: Data<'EraseAtProviders'>,
  _row: ContactRow,
  context: ConfigurationContext,
): Decision<ContactFact> => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return context.reads.people.get(data.personId)?.state === 'erased' ? [{ type: 'ProviderErasureDue', data }] : new Nothing();
};

export const recordProviderErasure = (
  data: Data<'RecordProviderErasure'>,
  _row: ContactRow,
  context: ConfigurationContext,
): Decision<ContactFact> => (isSystem(context) ? [{ type: 'ProviderErasureRecorded', data }] : refusePermission('Tocsin itself'));
