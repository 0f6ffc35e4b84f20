import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { GroupReads } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { threadOf } from '@tocsin/domain/operation/routing/shared/opened-group.js';
import type { OpenAlert } from './format.js';

/**
 * An open alert group with the key of a signal, from memory: the answer never waits for routing. Two signals at the same moment
 * may both find none.
 */
export const openAlertOf = (
  { threads }: Pick<GroupReads, 'threads'>,
  integrationId: string,
  { key }: Pick<Signal, 'key'>,
): OpenAlert | null => {
  const thread = threads.where('senderKey', threadOf(integrationId, key)).find(({ open }) => open);
  return thread ? { groupId: thread.groupId, number: thread.number } : null;
};
