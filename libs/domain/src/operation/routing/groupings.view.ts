import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { applyGrouped } from './groupings.js';
import type { GroupingRow } from './shared/grouping-row.js';

const byKey = indexBy((item: RoutedSignal) => (item.grouped ? [item.grouped.key] : []));

/** The router’s memory of groups by fields: the newest of each key. */
export const groupingsView: View<GroupingRow, RecordedFact> = {
  name: 'groupings',
  hasHistory: false,
  columns: { groupId: (row) => row.groupId },
  on: {
    SignalsRouted: {
      keys: ({ data }) => [...byKey(data.items).keys()],
      row: (row, { data }, key) => byKey(data.items).get(key)!.reduce<GroupingRow | undefined>(applyGrouped, row) ?? null,
    },
    AlertsLapsed: {
      keys: ({ data: { item } }) => (item.grouped ? [item.grouped.key] : []),
      row: (row, { data }) => row && (applyGrouped(row, data.item) ?? null),
    },
    AlertGroupResolved: {
      keys: ({ data }, { by }) => [...by('groupId', data.groupId)],
      row: (row, { meta }) => row && { ...row, resolvedAt: row.resolvedAt ?? meta.at },
    },
    AlertGroupReopened: {
      keys: ({ data }, { by }) => [...by('groupId', data.groupId)],
      row: (row) => row && { ...row, resolvedAt: null },
    },
  },
  sweep: (row, logTime) =>
    row.resolvedAt !== null && millisBetween(row.resolvedAt, logTime) > routingLimits.rememberResolved ? null : row,
};
