import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import type { RungPage } from '@tocsin/contracts/http.js';
import { useMemo, useSyncExternalStore } from 'react';
import { isBellUnlocked, ring } from './bell.js';
import { isQueued, useQueue } from './queue.js';

let pages: readonly RungPage[] = [];
const listeners = new Set<() => void>();

function become(next: readonly RungPage[]): void {
  pages = next;
  listeners.forEach((listener) => listener());
}

/** I am paged: rings and stays on the screen. True when this tab could be heard. */
export function rung(page: RungPage): boolean {
  become([...pages.filter(({ groupId }) => groupId !== page.groupId), page]);
  return page.quiet || isQueued(page.groupId) ? isBellUnlocked() : ring(page.urgency);
}

/** Somebody has it, it is over, or I said that I am here. */
export function hush(groupId: string): void {
  if (pages.some((page) => page.groupId === groupId)) become(pages.filter((page) => page.groupId !== groupId));
}

/** Causes that an acknowledge does not end: somebody asked for me, or asks whether I am still on it. */
const staysUntilResolved = new Set(['person', 'reminder', 'update', 'resolved']);

/** The group changed: pages that this ended fall silent. */
export function hushFor(groupId: string, row: AlertGroupRow | null): void {
  const page = pages.find((one) => one.groupId === groupId);
  if (!page) return;
  const isOver = row === null || (row.status === 'resolved' && page.cause !== 'resolved');
  if (isOver || (row.status === 'acknowledged' && !staysUntilResolved.has(page.cause))) hush(groupId);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The pages that ring for me in this tab. What I have acknowledged is silent while that waits for a network: the queue says so; dropped, it is back. */
export function useRung(): readonly RungPage[] {
  const all = useSyncExternalStore(subscribe, () => pages);
  const queue = useQueue();
  return useMemo(
    () => all.filter(({ groupId, cause }) => cause === 'resolved' || queue.every((one) => one.groupId !== groupId)),
    [all, queue],
  );
}
