import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** No events of this log are sent: a demo, an import, or a store that is restored and paused. */
const never = Number.MAX_SAFE_INTEGER;
const key = 'log';
const keys = (): readonly string[] => [key];

/** The ordinal after which events may be sent: decisions of a restored store while it was paused are never sent. */
export const sendingSinceView: View<number, RecordedFact> = {
  name: 'sendingSince',
  past: false,
  on: {
    LogOpened: { keys, row: (_since, { data }) => (data.kind === 'live' ? 0 : never) },
    StoreRestored: { keys, row: () => never },
    StoreWentLive: { keys, row: (_since, { ordinal }) => ordinal },
  },
};

export const sendingSince = (rows: Rows<number>): number => rows.get(key) ?? 0;
export const sendsNothing = (rows: Rows<number>): boolean => sendingSince(rows) === never;
