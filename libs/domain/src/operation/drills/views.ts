import type { DrillFact } from '@tocsin/contracts/drills/noun.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { RowChange } from '@tocsin/kernel/rows/view.js';
import { viewOf } from '../../rules/row-fold.js';
import type { OpenDrillRow } from '../alert-groups/shared/open-drill-reads.js';
import { drillFold } from './fold.js';

/** The number of an alert group once it opens. */
const opened: RowChange<OpenDrillRow, RecordedOf<'PageRequested'>> = {
  keys: ({ data: { drillId } }) => (drillId === undefined ? [] : [drillId]),
  row: (row, { data: { groupId, number } }) =>
    row && { ...row, openings: row.openings.map((opening) => (opening.groupId === groupId ? { ...opening, number } : opening)) },
};
const on = { PageRequested: opened };

export const drillsView = viewOf('drills', drillFold, {
  columns: { state: ({ state }) => state, plannedAt: ({ plannedAt }) => plannedAt },
  on,
});
/** Those that are over page no one, and are not decided about again. */
export const openDrillsView = viewOf<OpenDrillRow, DrillFact>(
  'openDrills',
  { ...drillFold, steps: { ...drillFold.steps, DrillEnded: () => null } },
  { hasHistory: false, on },
);
