import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { store } from '../store.js';

/** The live row that arrived last. */
const newest = store<AlertGroupRow | null>(null);

/** A live row arrived; the announcer decides whether to announce it. */
export const announce = newest.set;

/** Calls `listener` with each row that arrives from now on, until the answer is called. */
export const onAnnounced = (listener: (row: AlertGroupRow) => void): (() => void) => newest.on(() => listener(newest.now()!));
