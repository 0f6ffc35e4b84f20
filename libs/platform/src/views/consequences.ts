import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { inChunks, type TableWrites } from './row-writer.js';
import type { Connection } from './view-database.js';
import type { RowSaved } from './view-store.js';
import { ended, endedChange, recordOf, tablesOf, type PieceRow, type StandingRow } from './view-table.js';

const idsPerRead = 200;

/** The result of changes in log order: the final rows, and the history pieces of all earlier ones. */
export const consequences = async (trx: Connection, view: AnyView, changes: readonly RowSaved[]): Promise<TableWrites> => {
  const found = view.hasHistory ? await standing(trx, view, new Set(changes.map(({ id }) => id))) : new Map<string, StandingRow>();
  const last = new Map<string, RowSaved>();
  const pieces: PieceRow[] = [];
  for (const change of changes) {
    const { id, at } = change;
    const before = last.get(id);
    const stood = found.get(id);
    if (before) pieces.push(...endedChange(view, before, at));
    else if (stood) pieces.push(...ended(view, stood, at));
    last.set(id, change);
  }
  const rows = [...last.values()];
  return {
    standing: rows.filter(({ row }) => row !== null).map((change) => recordOf(view, change)),
    removed: rows.filter(({ row }) => row === null).map(({ id }) => id),
    pieces,
  };
};

const standing = async (trx: Connection, view: AnyView, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, StandingRow>> => {
  const rows = new Map<string, StandingRow>();
  for (const some of inChunks([...ids], idsPerRead)) {
    const found = await trx.selectFrom(tablesOf(view.name).standing).selectAll().where('id', 'in', some).execute();
    for (const row of found) rows.set(row.id, row);
  }
  return rows;
};
