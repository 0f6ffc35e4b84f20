import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** No events of this log are sent: a demo, an import, or a store that is restored and paused. */
export const neverOrdinal = Number.MAX_SAFE_INTEGER;
export const sendingKey = 'log';

export const sendingSinceOf = (rows: Rows<number>): number => rows.get(sendingKey) ?? 0;
export const isSendingNothing = (rows: Rows<number>): boolean => sendingSinceOf(rows) === neverOrdinal;
