import type { AnyView } from '@tocsin/kernel/view.js';
import { inChunks, type Written } from './row-writer.js';
import type { Connection } from './view-database.js';
import type { RowSaved } from './view-store.js';
import { ended, recordOf, tablesOf, type PieceRow, type StandingRow } from './view-table.js';

const idsPerRead = 200;

/** What changes, in log order, leave behind: the rows that stand at last, and pieces of all that stood before. */
export const consequences = async (trx: Connection, view: AnyView, changes: readonly RowSaved[]): Promise<Written> => {
  const found = view.past ? await standing(trx, view, new Set(changes.map(({ id }) => id))) : new Map<string, StandingRow>();
  const last = new Map<string, RowSaved>();
  const pieces: PieceRow[] = [];
  for (const change of changes) {
    if (view.past) pieces.push(...piecesOf(view, last.get(change.id) ?? found.get(change.id), change.at));
    last.set(change.id, change);
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

/** The record of a row that stood for no time at all is never made: that was a third of the thread’s work. */
const piecesOf = (view: AnyView, before: RowSaved | StandingRow | undefined, until: string): readonly PieceRow[] => {
  if (!before || before.row === null) return [];
  if (!('at' in before)) return ended(before, until);
  return before.at < until ? ended(recordOf(view, before), until) : [];
};
