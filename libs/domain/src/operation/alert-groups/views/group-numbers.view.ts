import type { GroupNumberRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** Which group has a number, also once it has left the lists: for links. */
export const groupNumbersView: View<GroupNumberRow, RecordedFact> = {
  name: 'groupNumbers',
  hasHistory: false,
  columns: { number: ({ number }) => number },
  on: { AlertGroupOpened: { keys: ({ data }) => [data.groupId], row: (_row, { data }) => ({ id: data.groupId, number: data.number }) } },
};
