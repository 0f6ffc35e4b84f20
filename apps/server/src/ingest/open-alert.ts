import type { Signal } from '@tocsin/contracts/signals.js';
import type { GroupReads } from '@tocsin/domain/alert-groups/shared/reads.js';
import { threadOf } from '@tocsin/domain/routing/thread.js';
import type { OpenAlert } from './format.js';

/**
 * What is open under the key of a signal, as far as memory has come: the answer never waits for routing. Of two signals that come at the
 * same moment both may hear that nothing is open.
 */
export const openAlertOf = (
  { threads }: Pick<GroupReads, 'threads'>,
  integrationId: string,
  { key }: Pick<Signal, 'key'>,
): OpenAlert | null => {
  const thread = threads.get(threadOf(integrationId, key));
  return thread?.open ? { groupId: thread.groupId, number: thread.number } : null;
};
