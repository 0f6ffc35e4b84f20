import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { threadOf } from './opened-group.js';
import type { ThreadRow } from './thread-row.js';

/** The id of the alert under a key, for senders that ask by id: it follows from the key, so every server and every restart gives the same. */
export const alertIdOf = (integrationId: string, key: string): string => deriveNamedId('alert', integrationId, key);

export const keyOfThread = ({ id, integrationId }: Pick<ThreadRow, 'id' | 'integrationId'>): string =>
  id.slice(threadOf(integrationId, '').length);
