import type { RecordedAs, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { CoverFact, CoverRequestsRow } from '@tocsin/contracts/schedules/covers.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import { factMetaOf } from '@tocsin/kernel/decide/decider.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { coverTypes, withCover } from './covers-fold.js';

const changeRow: RowChange<CoverRequestsRow, RecordedAs<CoverFact['type']>> = {
  keys: ({ data }) => [data.scheduleId],
  row: (row, event, id) => {
    const requests = withCover(row?.requests ?? [], event, factMetaOf(event));
    return requests.length === 0 ? null : { id, requests: [...requests] };
  },
};

/** Requests for cover, one row for each schedule; removed with it. */
export const coverRequestsView: View<CoverRequestsRow, RecordedFact> = {
  name: 'coverRequests',
  version: 2,
  hasHistory: true,
  on: {
    ...tableOf(coverTypes, () => changeRow),
    ScheduleRemoved: { keys: ({ data }) => [data.scheduleId], row: () => null },
  },
};
