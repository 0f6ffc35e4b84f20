import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { GroupReads } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { threadOf } from '@tocsin/domain/operation/routing/shared/opened-group.js';
import type { OpenAlert } from './format.js';

/**
 * The open alert group with the key of a signal, from memory: the answer never waits for routing. Two signals at the same moment
 * may both find none.
 */
export const openAlertOf = (
  { threads }: Pick<GroupReads, 'threads'>,
  integrationId: string,
  { key }: Pick<Signal, 'key'>,
): OpenAlert | null => {
  const thread = threads.get(threadOf(integrationId, key));
  return thread?.open ? { groupId: thread.groupId, number: thread.number } : null;
};
