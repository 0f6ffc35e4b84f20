import type { BulkActRow } from '@tocsin/contracts/bulk-acts/noun.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** At most this many of the groups left out are named. */
const maxNamed = 50;

const keysOf = ({ data }: { readonly data: { readonly bulkActId: string } }): readonly string[] => [data.bulkActId];

/** The progress of an act on many alert groups. */
export const bulkActsView: View<BulkActRow, RecordedFact> = {
  name: 'bulkActs',
  hasHistory: false,
  on: {
    BulkActStarted: {
      keys: keysOf,
      row: (_row, { data: { bulkActId, act, groupIds } }) => ({
        id: bulkActId,
        act,
        matched: groupIds.length,
        worked: 0,
        done: 0,
        leftOut: [],
        leftOutCount: 0,
        undone: false,
      }),
    },
    BulkActWorked: {
      keys: keysOf,
      row: (row, { data: { undo, upTo, groupIds, leftOut } }) =>
        row && !undo
          ? {
              ...row,
              worked: upTo,
              done: row.done + groupIds.length,
              leftOut: [...row.leftOut, ...leftOut].slice(0, maxNamed),
              leftOutCount: row.leftOutCount + leftOut.length,
            }
          : row,
    },
    BulkActGroupLeftOut: {
      keys: keysOf,
      row: (row, { data: { groupId, number, why } }) =>
        row && {
          ...row,
          done: row.done - 1,
          leftOut: [...row.leftOut, { groupId, number, why }].slice(0, maxNamed),
          leftOutCount: row.leftOutCount + 1,
        },
    },
    BulkActUndone: { keys: keysOf, row: (row) => row && { ...row, undone: true } },
  },
};
