import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as groupingLimits from '@tocsin/contracts/grouping-limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { applyLinked } from './linkings.js';
import type { LinkingRow } from './shared/linking-row.js';

const byKey = indexBy((item: RoutedSignal) => (item.linked ? [item.linked.key] : []));

/** The router’s memory of groups that rules link: the newest set of each key. */
export const linkingsView: View<LinkingRow, RecordedFact> = {
  name: 'linkings',
  hasHistory: false,
  on: {
    SignalsRouted: {
      keys: ({ data }) => [...byKey(data.items).keys()],
      row: (row, { data }, key) => byKey(data.items).get(key)!.reduce<LinkingRow | undefined>(applyLinked, row) ?? null,
    },
  },
  sweep: (row, logTime) => (millisBetween(row.openedAt, logTime) > groupingLimits.longest ? null : row),
};
