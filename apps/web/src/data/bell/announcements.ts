import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';

const listeners = new Set<(row: AlertGroupRow) => void>();

/** A live row arrived; the announcer decides whether to announce it. */
export const announce = (row: AlertGroupRow): void => listeners.forEach((listener) => listener(row));

export function onAnnounced(listener: (row: AlertGroupRow) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
