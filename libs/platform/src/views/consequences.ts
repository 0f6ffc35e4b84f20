import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { inChunks, type TableWrites } from './row-writer.js';
import type { Connection } from './view-database.js';
import type { SavedRow } from './view-store.js';
import {
  endInterval,
  endChange,
  recordOf,
  sinceBefore,
  beforeOf,
  tablesOf,
  type StoredInterval,
  type StoredCurrentRow,
} from './view-table.js';

const idsPerRead = 200;

/** From changes in log order: the final rows, and the history of all earlier ones. */
export const computeWrites = async (trx: Connection, view: AnyView, changes: readonly SavedRow[]): Promise<TableWrites> => {
  const currentRows = view.hasHistory
    ? await readCurrentRows(trx, view, new Set(changes.map(({ id }) => id)))
    : new Map<string, StoredCurrentRow>();
  const last = new Map<string, SavedRow>();
  const pieces: StoredInterval[] = [];
  for (const saved of changes) {
    const { id } = saved;
    const before = last.get(id);
    const previousRow = currentRows.get(id);
    const change = sinceBefore(view, before ? beforeOf(before) : parsed(view, previousRow), saved);
    last.set(id, change);
    if (change.since !== undefined) continue;
    if (before) pieces.push(...endChange(view, before, change));
    else if (previousRow) pieces.push(...endInterval(view, previousRow, change));
  }
  const rows = [...last.values()];
  return {
    currentRows: rows.filter(({ row }) => row !== null).map((change) => recordOf(view, change)),
    removed: rows.filter(({ row }) => row === null).map(({ id }) => id),
    intervals: pieces,
  };
};

/** Rows are compared only for views with fleeting fields. */
const parsed = ({ fleeting }: AnyView, stored: StoredCurrentRow | undefined) =>
  stored ? { row: fleeting ? (JSON.parse(stored.row) as unknown) : stored.row, since: stored.since, command: stored.command } : null;

const readCurrentRows = async (
  trx: Connection,
  view: AnyView,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredCurrentRow>> => {
  const rows = new Map<string, StoredCurrentRow>();
  for (const some of inChunks([...ids], idsPerRead)) {
    const selectedRows = await trx.selectFrom(tablesOf(view.name).standing).selectAll().where('id', 'in', some).execute();
    for (const row of selectedRows) rows.set(row.id, row);
  }
  return rows;
};
