import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { groupedBy } from '@tocsin/kernel/rows/grouped.js';
import { between } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { StormRow } from './shared/storm-row.js';
import { stormAfter } from './storms.js';

const byService = groupedBy((item: Routed) => (item.outcome === 'opened' || item.outcome === 'joined' ? [item.serviceId] : []));

/** The router’s memory of storms: how many groups open on each service, and which group a storm joins. */
export const stormsView: View<StormRow, RecordedFact> = {
  name: 'storms',
  past: false,
  on: {
    SignalsRouted: {
      // a late signal says nothing about current openings
      keys: ({ data }) => (data.again === undefined ? [...byService(data.items).keys()] : []),
      row: (row, { data }, key) => byService(data.items).get(key)!.reduce<StormRow | undefined>(stormAfter, row),
    },
  },
  sweep: (row, logTime) => (between(row.newest, logTime) > duration.day ? null : row),
};
