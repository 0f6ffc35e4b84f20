import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { StormRow } from './shared/storm-row.js';
import { applyItem } from './storms.js';

const byService = indexBy((item: RoutedSignal) => (item.outcome === 'opened' || item.outcome === 'joined' ? [item.serviceId] : []));

/** The router’s memory of storms: how many groups open on each service, and which group a storm joins. */
export const stormsView: View<StormRow, RecordedFact> = {
  name: 'storms',
  hasHistory: false,
  on: {
    SignalsRouted: {
      // a late signal says nothing about current openings
      keys: ({ data }) => (data.again === undefined ? [...byService(data.items).keys()] : []),
      row: (row, { data }, key) => byService(data.items).get(key)!.reduce<StormRow | undefined>(applyItem, row),
    },
  },
  sweep: (row, logTime) => (millisBetween(row.newest, logTime) > duration.day ? null : row),
};
