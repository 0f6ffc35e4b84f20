import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { ExistingGroup } from '../state.js';

interface ServiceReads {
  readonly services: Pick<Rows<ServiceRow>, 'get'>;
}

export const isServiceRehearsing = (serviceId: string | null, { services }: ServiceReads): boolean =>
  serviceId !== null && services.get(serviceId)?.rehearsingSince !== undefined;

/** What comes in, refused or not. A test, and what a person opened, pages people although its service rehearses. */
export const isRehearsal = (
  { serviceId, origin, test }: Pick<ExistingGroup, 'serviceId' | 'origin' | 'test'>,
  reads: ServiceReads,
): boolean => (origin.kind === 'signal' || origin.kind === 'refused') && !test && isServiceRehearsing(serviceId, reads);

/** Whether the person agreed to be paged by services that rehearse. */
export const isRungByRehearsals = (contacts: Pick<ContactRow, 'rehearsalPages'> | undefined): boolean => contacts?.rehearsalPages === true;
