import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { neverOrdinal, sendingKey } from './shared/sending-since.js';

const keysOf = (): readonly string[] => [sendingKey];

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
