import type { AnyView } from '@tocsin/kernel/view.js';
import { inChunks, type Written } from './row-writer.js';
import type { Connection } from './view-database.js';
import type { RowSaved } from './view-store.js';
import { ended, standingOf, tablesOf, type PieceRow, type StandingRow } from './view-table.js';

const idsPerRead = 200;

/** What changes, in log order, leave behind: the rows that stand at last, and pieces of all that stood before. */
export const consequences = async (trx: Connection, view: AnyView, changes: readonly RowSaved[]): Promise<Written> => {
  const rows = new Map<string, StandingRow | null>();
  const pieces: PieceRow[] = [];
  if (view.past) {
    for (const ids of inChunks([...new Set(changes.map((change) => change.id))], idsPerRead)) {
      const found = await trx.selectFrom(tablesOf(view.name).standing).selectAll().where('id', 'in', ids).execute();
      for (const row of found) rows.set(row.id, row);
    }
  }
  for (const { id, row, ordinal, at } of changes) {
    const before = rows.get(id);
    if (view.past && before) pieces.push(...ended(before, at));
    rows.set(id, row === null ? null : standingOf(view, id, row, ordinal, at));
  }
  const last = [...rows];
  return {
    standing: last.flatMap(([, row]) => (row ? [row] : [])),
    removed: last.flatMap(([id, row]) => (row ? [] : [id])),
    pieces,
  };
};
