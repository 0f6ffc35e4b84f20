import type { SessionAnswer } from '@tocsin/contracts/http.js';
import type { QueryClient } from '@tanstack/react-query';
import { get, set } from 'idb-keyval';
import { keys } from '../cache/keys.js';
import type { QueuedAcknowledge } from './queued-verdict.js';
import { shownGroup } from '../cache/read.js';
import { store, useStore } from '../store.js';

const place = 'queue';
const queue = store<readonly QueuedAcknowledge[]>([]);

/** Shown optimistically, and stored in this browser so that a closed window loses nothing. Resolves once it is stored. */
function become(next: readonly QueuedAcknowledge[]): Promise<void> {
  queue.set(next);
  return set(place, next).catch(() => undefined);
}

/** Queued acknowledges, not sent yet. */
export const queued = (): readonly QueuedAcknowledge[] => queue.now();
export const useQueue = (): readonly QueuedAcknowledge[] => useStore(queue);
export const useIsQueued = (groupId: string): boolean => useStore({ on: queue.on, now: () => isQueued(groupId) });

export const isQueued = (groupId: string): boolean => queue.now().some((one) => one.groupId === groupId);

/** Discards all of it: the person changed their mind, or signs out. */
export const withdraw = (groupId: string): void => void become(queue.now().filter((one) => one.groupId !== groupId));
export const emptyQueue = (): Promise<void> => become([]);

/** The signed-in person; '' if nobody is. */
export const senderOf = (client: QueryClient): string => client.getQueryData<SessionAnswer | null>(keys.session)?.personId ?? '';

/** Queues an acknowledgement because the server could not be reached, and shows that. */
export function queueAcknowledge(client: QueryClient, groupId: string, key: string): void {
  const row = shownGroup(client, ({ id }) => id === groupId);
  const { number = 0, opening = 1 } = row ?? {};
  const others = queue.now().filter((one) => one.groupId !== groupId);
  void become([
    ...others,
    queue.now().find((one) => one.groupId === groupId) ?? { key, personId: senderOf(client), groupId, number, opening, at: Date.now() },
  ]);
}

/** Loads the acknowledgements that were queued in an earlier visit. */
export async function loadQueue(client: QueryClient): Promise<void> {
  const left = (await get<readonly QueuedAcknowledge[]>(place).catch(() => undefined)) ?? [];
  const known = new Set(queue.now().map(({ groupId }) => groupId));
  const mine = left.filter(({ personId, groupId }) => personId === senderOf(client) && !known.has(groupId));
  if (mine.length > 0) void become([...mine, ...queue.now()]);
}
