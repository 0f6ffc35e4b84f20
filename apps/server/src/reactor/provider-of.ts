import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/views/groups.view.js';
import type { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import type { DueTimer } from '@tocsin/kernel/timers.js';

/** The mail server, or whoever answers at an address. Open tabs are reached by this server itself: there is nobody to spare. */
const calledBy = ({ kind, address }: Pick<ContactMethod, 'kind' | 'address'>): string | undefined => {
  if (kind === 'email') return kind;
  if (kind === 'browser' || isErased(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
};

/** All subscriptions share their places, apart from those of pages: no name of a host has a space. */
const eventReceivers = 'event receivers';

/** The provider that is called when the attempt of this timer is claimed; undefined for every other timer. */
export const providerOf = (memory: MemoryRows, { timer: { command } }: Pick<DueTimer, 'timer'>): string | undefined => {
  if (command.type === 'StartEventDelivery') return eventReceivers;
  if (command.type !== 'StartAttempt') return undefined;
  const { groupId, pageId, slot } = command.data as { readonly groupId: string; readonly pageId: string; readonly slot: string };
  const page = memory.rows<OpenGroup>('groups').get(groupId)?.pages[pageId];
  const attempt = page?.attempts[slot];
  if (!page || !attempt) return undefined;
  const methods = memory.rows<ContactRow>('contacts').get(page.personId)?.methods;
  const method = methods?.find(({ contactMethodId }) => contactMethodId === attempt.contactMethodId);
  return method && calledBy(method);
};
