import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { inChunks, type TableWrites } from './row-writer.js';
import type { SqlViewStore } from './sql-view-store.js';
import type { SavedRow } from './view-store.js';
import { endChange, beforeOf, recordOf, sinceBefore, type StoredInterval } from './view-table.js';

interface Table {
  readonly view: AnyView;
  readonly rows: Map<string, SavedRow>;
  /** Ids whose current row is not written yet. */
  readonly changedIds: Set<string>;
  intervals: StoredInterval[];
}

const rowsPerWrite = 300;

/** The rows of a rebuild: in memory while it runs, so that nothing is read back; written in bulk to the new tables. */
export class ShadowRows {
  private readonly tables: ReadonlyMap<string, Table>;

  constructor(
    views: readonly AnyView[],
    private readonly store: SqlViewStore,
  ) {
    this.tables = new Map(views.map((view) => [view.name, { view, rows: new Map(), changedIds: new Set<string>(), intervals: [] }]));
  }

  readonly read = (view: string, id: string): unknown => this.tables.get(view)!.rows.get(id)?.row;

  keep(saved: SavedRow): void {
    const table = this.tables.get(saved.view)!;
    const before = table.rows.get(saved.id);
    const change = sinceBefore(table.view, before ? beforeOf(before) : null, saved);
    if (before && change.since === undefined) table.intervals.push(...endChange(table.view, before, change));
    if (change.row === null) table.rows.delete(change.id);
    else table.rows.set(change.id, change);
    table.changedIds.add(change.id);
  }

  async writePieces(): Promise<void> {
    for (const table of this.tables.values()) {
      for (const pieces of inChunks(table.intervals, rowsPerWrite))
        await this.write(table, { currentRows: [], removed: [], intervals: pieces });
      table.intervals = [];
    }
  }

  async writeCurrent(): Promise<void> {
    for (const table of this.tables.values()) {
      for (const ids of inChunks([...table.changedIds], rowsPerWrite)) {
        const standing = ids.flatMap((id) => table.rows.get(id) ?? []).map((row) => recordOf(table.view, row));
        await this.write(table, { currentRows: standing, removed: ids.filter((id) => !table.rows.has(id)), intervals: [] });
      }
      table.changedIds.clear();
    }
  }

  private async write({ view }: Table, writes: TableWrites): Promise<void> {
    await this.store.build(view, writes);
    await nextTurn();
  }
}
