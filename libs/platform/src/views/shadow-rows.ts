import { setImmediate as nextTurn } from 'node:timers/promises';
import { decidesWhatLeaves, type AnyView } from '@tocsin/kernel/rows/view.js';
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

/** The thing of a row that leaves: its id, or the first part of it. */
const thingOf = (id: string): string => id.split(':', 1)[0]!;

/** The rows of a rebuild: in memory while it runs, so that nothing is read back; written in bulk to the new tables. */
export class ShadowRows {
  private readonly tables: ReadonlyMap<string, Table>;
  private unlisted = new Set<string>();
  /** Things that were left out, and have changed since. */
  private readonly relisted = new Set<string>();

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
    if (table.view.leaves && this.unlisted.delete(thingOf(change.id))) this.relisted.add(thingOf(change.id));
  }

  /** Leaves out the rows of things that were over before this instant. Those that change afterwards are written after all. */
  async unlist(before: string): Promise<void> {
    const leading = [...this.tables.values()].find(({ view }) => decidesWhatLeaves(view));
    if (!leading || before === '') return;
    const { view, rows } = leading;
    const over = [...rows.values()].filter((saved) => !view.isOpen!(saved.row) && beforeOf(saved).since < before);
    this.unlisted = new Set(over.map(({ id }) => id));
    for (const table of this.leavingTables()) {
      const ids = [...table.rows.keys()].filter((id) => this.unlisted.has(thingOf(id)));
      for (const id of ids) table.changedIds.delete(id);
      if (table.view.hasHistory) await this.store.dropBuilt(table.view, ids);
    }
  }

  async writePieces(): Promise<void> {
    for (const table of this.tables.values()) {
      for (const pieces of inChunks(table.intervals, rowsPerWrite))
        await this.write(table, { currentRows: [], removed: [], intervals: pieces });
      table.intervals = [];
    }
  }

  async writeCurrent(): Promise<void> {
    this.relist();
    for (const table of this.tables.values()) {
      for (const ids of inChunks([...table.changedIds], rowsPerWrite)) {
        const standing = ids.flatMap((id) => table.rows.get(id) ?? []).map((row) => recordOf(table.view, row));
        await this.write(table, { currentRows: standing, removed: ids.filter((id) => !table.rows.has(id)), intervals: [] });
      }
      table.changedIds.clear();
    }
  }

  private relist(): void {
    if (this.relisted.size === 0) return;
    for (const { rows, changedIds } of this.leavingTables())
      for (const id of rows.keys()) if (this.relisted.has(thingOf(id))) changedIds.add(id);
    this.relisted.clear();
  }

  private leavingTables(): readonly Table[] {
    return [...this.tables.values()].filter(({ view }) => view.leaves);
  }

  private async write({ view }: Table, writes: TableWrites): Promise<void> {
    await this.store.build(view, writes);
    await nextTurn();
  }
}
