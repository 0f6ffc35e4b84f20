import type { LookupFact, LookupRow, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';
import { teamKeyOf } from '../../rules/team-rows.js';

export const lookupFold: RowFold<LookupTable, LookupFact> = {
  id: ({ lookupId }) => lookupId,
  steps: {
    LookupSaved: (row, { lookupId: id, endedRef: _ended, ...settings }, { at: changedAt, actor }) => ({
      id,
      ...settings,
      version: (row?.version ?? 0) + 1,
      changedAt,
      by: actor.id,
    }),
    LookupFetched: (row, { columns, rows }, { at: changedAt, actor }) =>
      row && { ...row, columns, rows, version: row.version + 1, changedAt, by: actor.id },
    LookupRemoved: () => null,
  },
};

/** Without the rows, which may be a megabyte. */
const listedFold: RowFold<LookupRow, LookupFact> = {
  id: lookupFold.id,
  steps: {
    LookupSaved: (row, { lookupId: id, rows, sourceRef: _ref, endedRef: _ended, ...settings }, { at: changedAt, actor }) => ({
      id,
      ...settings,
      rowCount: rows.length,
      version: (row?.version ?? 0) + 1,
      changedAt,
      by: actor.id,
    }),
    LookupFetched: (row, { columns, rows }, { at: changedAt, actor }) =>
      row && { ...row, columns, rowCount: rows.length, version: row.version + 1, changedAt, by: actor.id },
    LookupRemoved: () => null,
  },
};

export const lookupsView = viewOf('lookups', listedFold, { columns: { teamId: ({ teamId }) => teamId } });
export const lookupTablesView = viewOf('lookupTables', lookupFold, { indexes: { teamId: teamKeyOf } });

interface StreamRow {
  readonly revision: number;
}
const readUpTo: RowChange<StreamRow, RecordedFact> = { keys: () => ['lookups'], row: (_row, { revision }) => ({ revision }) };

/** Tables are fetched for as long as they exist: their stream grows indefinitely, and isn’t read from its start for a command. */
export const lookupStreamView: View<StreamRow, RecordedFact> = {
  name: 'lookupStream',
  hasHistory: false,
  on: { LookupSaved: readUpTo, LookupFetched: readUpTo, LookupRemoved: readUpTo },
};
