import { sql, type Transaction } from 'kysely';
import { decidesWhatLeaves, type AnyView } from '@tocsin/kernel/rows/view.js';
import { CauseIndex } from '../causes/cause-index.js';
import { makeCauseTables } from '../causes/cause-tables.js';
import { computeWrites } from './consequences.js';
import {
  checkpointIn,
  defineView,
  definitionsIn,
  generationOf,
  makeMetaTables,
  markOutdated,
  moveCheckpoint,
  noteUnlisted,
  unlistedBeforeIn,
} from './meta-tables.js';
import { throwUnavailable } from './unavailable-errors.js';
import { inChunks, RowWriter, type TableWrites } from './row-writer.js';
import type { ViewDatabase, ViewTables } from './view-database.js';
import { countRowsBy } from './count-rows-by.js';
import { countRows } from './count-rows.js';
import { listRows } from './list-rows.js';
import { getRow } from './view-query.js';
import { fingerprintOf, tablesOf } from './view-table.js';
import { copyTables, dropViewTables, indexViewTables, makeViewTables, removeThing, replaceTables } from './view-tables.js';
import { ViewStore, type Checkpoint, type CountedRows, type ListQuery, type SavedRow, type ShownRow } from './view-store.js';

const idsPerRead = 200;
/** Few: views wait while they are taken out, and one may have thousands of rows. */
const thingsPerLook = 50;
const nameRule = /^[a-zA-Z][\w-]{0,39}$/;

/** One schema and one set of statements; differences between databases are in ViewDatabase. */
export class SqlViewStore extends ViewStore {
  private readonly views = new Map<string, AnyView>();
  private readonly writer = new RowWriter();
  /** Its tables are created with those of the views. */
  readonly causes: CauseIndex;

  constructor(private readonly database: ViewDatabase) {
    super();
    this.causes = new CauseIndex(database);
  }

  override get rowsPerSave(): number {
    return this.database.rowsPerSave;
  }

  /** Registers the views without creating tables: for a node that only reads. */
  attach(views: readonly AnyView[]): void {
    for (const view of views) {
      if (!nameRule.test(view.name)) throw new Error(`${view.name} can’t be the name of a view`);
      this.views.set(view.name, view);
    }
  }

  /**
   * Drops tables of views that are not given. They are emptied first, in small steps, before anything is rebuilt: on a full disk a rebuild needs their
   * space. In a store at ordinal 0 an empty view is complete, so none is listed; otherwise a view is listed until `swap` has put its rows in place.
   */
  override async prepare(views: readonly AnyView[]): Promise<readonly string[]> {
    this.attach(views);
    await this.emptyOutdated(views);
    return this.database.write.transaction().execute(async (trx) => {
      // again, for its lock: other servers may be preparing the same tables
      await makeMetaTables(trx, this.database);
      await makeCauseTables(trx, this.database);
      const definitions = await definitionsIn(trx);
      const isEmpty = (await checkpointIn(trx)).ordinal === 0;
      // tables are created together with their definitions: without definitions, there are no old tables
      const hasTables = definitions.size > 0;
      for (const name of definitions.keys()) if (!views.some((view) => view.name === name)) await this.forget(trx, name);
      const unbuilt: string[] = [];
      for (const view of views) {
        const knownDefinition = definitions.get(view.name);
        if (hasTables) for (const suffix of ['_new', '_old'] as const) await dropViewTables(trx, view.name, suffix);
        if (knownDefinition?.fingerprint === fingerprintOf(view)) {
          if (!knownDefinition.is_built) unbuilt.push(view.name);
          continue;
        }
        if (hasTables) await dropViewTables(trx, view.name, '');
        const generation = (knownDefinition?.generation ?? 0) + 1;
        await makeViewTables(trx, this.database, view, generation, '');
        await indexViewTables(trx, view, generation, '');
        await defineView(trx, view, generation, isEmpty);
        if (!isEmpty) unbuilt.push(view.name);
      }
      return unbuilt;
    });
  }

  override checkpoint(): Promise<Checkpoint> {
    return checkpointIn(this.database.read);
  }

  /** What was over before this instant is not in the lists. */
  unlistedBefore(): Promise<string> {
    return unlistedBeforeIn(this.database.read);
  }

  override async load(view: string, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const table = tablesOf(this.view(view).name).standing;
    const rows = new Map<string, unknown>();
    for (const some of inChunks([...new Set(ids)], idsPerRead)) {
      const foundRows = await this.database.read.selectFrom(table).select(['id', 'row']).where('id', 'in', some).execute();
      for (const { id, row } of foundRows) rows.set(id, JSON.parse(row));
    }
    return rows;
  }

  /** With `after`: throws CheckpointMoved, and saves nothing, unless the checkpoint is at exactly that ordinal. */
  override async save(rows: readonly SavedRow[], checkpoint: Checkpoint, after?: number): Promise<void> {
    await this.database.write.transaction().execute(async (trx) => {
      await moveCheckpoint(trx, checkpoint, after);
      for (const name of new Set(rows.map((row) => row.view))) {
        const view = this.view(name);
        const changes = rows.filter((row) => row.view === name);
        await this.writer.write(trx, view, '', await computeWrites(trx, view, changes));
      }
    });
  }

  override get(view: string, id: string, at?: string): Promise<ShownRow | undefined> {
    return throwUnavailable(this.database, getRow(this.database, this.view(view), id, at));
  }

  override list(view: string, query: ListQuery): Promise<{ readonly rows: readonly ShownRow[]; readonly next: string | null }> {
    return throwUnavailable(this.database, listRows(this.database, this.view(view), query));
  }

  override count(view: string, countQuery: Pick<ListQuery, 'where' | 'words' | 'range'> = {}): Promise<number> {
    return throwUnavailable(this.database, countRows(this.database, this.view(view), countQuery));
  }

  override countBy(
    view: string,
    columns: readonly string[],
    countQuery: Pick<ListQuery, 'where' | 'words' | 'range'> = {},
  ): Promise<readonly CountedRows[]> {
    return throwUnavailable(this.database, countRowsBy(this.database, this.view(view), columns, countQuery));
  }

  /** Creates empty tables beside the current ones of these views, for `build`, `indexBuilt` and `swap`. Removes those of an earlier rebuild. */
  async beginRebuild(views: readonly AnyView[]): Promise<void> {
    this.attach(views);
    await this.database.write.transaction().execute(async (trx) => {
      for (const view of views) await this.makeNewTables(trx, view);
    });
  }

  async build(view: AnyView, writes: TableWrites): Promise<void> {
    await this.database.write.transaction().execute((trx) => this.writer.write(trx, view, '_new', writes));
  }

  /** Takes the history of these rows out of the new tables again. */
  async dropBuilt({ name }: AnyView, removed: readonly string[]): Promise<void> {
    const { cut, whole } = tablesOf(name, '_new');
    for (const ids of inChunks(removed, idsPerRead)) {
      await this.database.write.transaction().execute(async (trx) => {
        for (const table of [cut, whole]) await sql`delete from ${sql.table(table)} where "id" in (${sql.join([...ids])})`.execute(trx);
      });
    }
  }

  /**
   * Takes things that were over before this out of the lists, with all their rows: looks at the next few after an id. Returns the last of these; null
   * after the last of all, once it is noted. If that never comes, nothing is lost: the next attempt begins at the first again.
   */
  unlistSome(views: readonly AnyView[], before: string, after: string): Promise<string | null> {
    const { standing } = tablesOf(views.find(decidesWhatLeaves)!.name);
    return this.database.write.transaction().execute(async (trx) => {
      const page = trx.selectFrom(standing).select(['id', 'since', 'is_open']).where('id', '>', after);
      const rows = await page.orderBy('id').limit(thingsPerLook).execute();
      for (const { id, since, is_open: isOpen } of rows) if (isOpen === 0 && since < before) await removeThing(trx, views, id);
      if (rows.length === 0) await noteUnlisted(trx, before);
      return rows.at(-1)?.id ?? null;
    });
  }

  /** Creates the indexes of the new tables, once most rows are there: updating them row by row costs more than everything else. */
  async indexBuilt(views: readonly AnyView[]): Promise<void> {
    for (const view of views) {
      await this.database.write.transaction().execute(async (trx) => indexViewTables(trx, view, await generationOf(trx, view), '_new'));
    }
  }

  /** In one transaction with the definitions and the checkpoint. `unlistedBefore`: what the lists were built without. */
  async swap(views: readonly AnyView[], checkpoint: Checkpoint, unlistedBefore = ''): Promise<void> {
    await this.database.write.transaction().execute(async (trx) => {
      for (const view of views) {
        await replaceTables(trx, view);
        await defineView(trx, view, await generationOf(trx, view), true);
      }
      await moveCheckpoint(trx, checkpoint);
      if (views.some(decidesWhatLeaves)) await noteUnlisted(trx, unlistedBefore);
    });
  }

  /** After `swap`: frees the space of the replaced tables in small steps. */
  async discardReplaced(views: readonly AnyView[]): Promise<void> {
    for (const view of views) {
      for (const table of Object.values(tablesOf(view.name, '_old')).slice(0, view.hasHistory ? 3 : 1)) await this.database.empty(table);
      await this.database.write.transaction().execute((trx) => dropViewTables(trx, view.name, '_old'));
    }
    await this.database.tidy();
  }

  /** All records of a view, one line of JSON each, in a stable order: the same for the same history, however it was built. */
  async *dump(view: string): AsyncIterable<string> {
    const { hasHistory: past } = this.view(view);
    const { standing, cut, whole } = tablesOf(view);
    for (const table of past ? [standing, cut, whole] : [standing]) {
      for (let after = { id: '', since: '' }; ;) {
        const place = sql<boolean>`("id", "since") > (${after.id}, ${after.since})`;
        const page = this.database.read.selectFrom(table as `v_${string}`).selectAll();
        const records = await page.where(place).orderBy('id').orderBy('since').limit(1000).execute();
        for (const record of records) yield JSON.stringify({ table, ...record });
        if (records.length === 0) break;
        after = records.at(-1)!;
      }
    }
  }

  /**
   * Removes all bytes of replaced or removed rows of this view from the files. SQLite’s `secure_delete` alone leaves some behind where pages were split,
   * so the tables are copied, and the old ones zeroed and freed. For small views, because the copy is one step. PostgreSQL’s own log keeps its bytes
   * until it is recycled.
   */
  async scrub(name: string): Promise<void> {
    const view = this.view(name);
    await this.database.write.transaction().execute(async (trx) => {
      const generation = await this.makeNewTables(trx, view);
      await indexViewTables(trx, view, generation, '_new');
      await copyTables(trx, view);
      await replaceTables(trx, view);
      await dropViewTables(trx, name, '_old');
      await trx.updateTable('view_definitions').set({ generation }).where('name', '=', name).execute();
    });
    await this.database.emptyLog();
  }

  override close(): Promise<void> {
    return this.database.close();
  }

  private view(name: string): AnyView {
    const view = this.views.get(name);
    if (!view) throw new Error(`no view ${name} was prepared`);
    return view;
  }

  private async emptyOutdated(views: readonly AnyView[]): Promise<void> {
    const outdated = await this.database.write.transaction().execute(async (trx) => {
      await makeMetaTables(trx, this.database);
      return (await definitionsIn(trx)).size > 0 ? markOutdated(trx, views) : null;
    });
    if (!outdated) return;
    const remainingTables = [...outdated, ...views.map(({ name }) => name)].flatMap((name) => [
      tablesOf(name, '_new'),
      tablesOf(name, '_old'),
    ]);
    for (const tables of [...outdated.map((name) => tablesOf(name)), ...remainingTables]) {
      for (const table of Object.values(tables)) await this.database.empty(table);
    }
  }

  private async makeNewTables(trx: Transaction<ViewTables>, view: AnyView): Promise<number> {
    for (const suffix of ['_new', '_old'] as const) await dropViewTables(trx, view.name, suffix);
    const generation = await generationOf(trx, view);
    await makeViewTables(trx, this.database, view, generation, '_new');
    return generation;
  }

  private async forget(trx: Transaction<ViewTables>, name: string): Promise<void> {
    for (const suffix of ['', '_new', '_old'] as const) await dropViewTables(trx, name, suffix);
    await trx.deleteFrom('view_definitions').where('name', '=', name).execute();
  }
}
