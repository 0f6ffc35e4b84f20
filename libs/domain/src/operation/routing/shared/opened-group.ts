import { deriveId } from '@tocsin/kernel/ids.js';

/** What a sender’s signals under one key belong to. */
export const threadOf = (integrationId: string, key: string): string => `${integrationId}|${key}`;

/** The id of the group that a signal opens: it follows from the signal alone, so the same signal opens the same group in every replay. */
export const openedGroupId = (receivedAt: string, eventId: string, thread: string): string =>
  deriveId(receivedAt, eventId, thread, 'group');
