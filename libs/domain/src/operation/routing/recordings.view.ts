import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { applyRecording, isRecording } from './recordings.js';
import type { RecordingRow } from './shared/recording-row.js';

const byThread = indexBy((item: RoutedSignal) => (isRecording(item) ? [item.thread] : []));

/** The router’s memory of what fires and is recorded only. What its sender never ends is forgotten after the time of resolved groups. */
export const recordingsView: View<RecordingRow, RecordedFact> = {
  name: 'recordings',
  hasHistory: false,
  columns: { senderKey: (row) => row.senderKey },
  on: {
    SignalsRouted: {
      keys: ({ data }) => [...byThread(data.items).keys()],
      row: (row, { data }, key) =>
        byThread(data.items)
          .get(key)!
          .reduce<RecordingRow | undefined>((before, item) => applyRecording(before, item) ?? undefined, row) ?? null,
    },
  },
  sweep: (row, logTime) => (millisBetween(row.lastAt, logTime) > routingLimits.rememberResolved ? null : row),
};
