import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** No events of this log are sent: a demo, an import, or a store that is restored and paused. */
const neverOrdinal = Number.MAX_SAFE_INTEGER;
const key = 'log';
const keysOf = (): readonly string[] => [key];

/** The ordinal after which events may be sent: decisions of a restored store while it was paused are never sent. */
export const sendingSinceView: View<number, RecordedFact> = {
  name: 'sendingSince',
  hasHistory: false,
  on: {
    LogOpened: { keys: keysOf, row: (_since, { data }) => (data.kind === 'live' ? 0 : neverOrdinal) },
    StoreRestored: { keys: keysOf, row: () => neverOrdinal },
    StoreWentLive: { keys: keysOf, row: (_since, { ordinal }) => ordinal },
  },
};

export const sendingSinceOf = (rows: Rows<number>): number => rows.get(key) ?? 0;
export const isSendingNothing = (rows: Rows<number>): boolean => sendingSinceOf(rows) === neverOrdinal;
