import { sql, type Transaction } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Connection, DefinitionTable, ViewDatabase, ViewTables } from './view-database.js';
import type { Checkpoint } from './view-store.js';
import { fingerprintOf } from './view-table.js';

export class CheckpointMoved extends Error {
  constructor(expectedOrdinal: number) {
    super(`the views are no longer at ordinal ${expectedOrdinal}`);
  }
}

const emptyCheckpoint: Checkpoint = { ordinal: 0, logTime: '', token: '' };

/** Must be called in a transaction. */
export const makeMetaTables = async (on: Connection, { text, beforeTables }: ViewDatabase): Promise<void> => {
  if (beforeTables) await beforeTables.execute(on);
  await on.schema
    .createTable('checkpoint')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('log_time', sql`${text}`, (column) => column.notNull())
    .addColumn('token', sql`${text}`, (column) => column.notNull())
    .execute();
  await on.schema
    .createTable('view_definitions')
    .ifNotExists()
    .addColumn('name', sql`${text}`, (column) => column.primaryKey())
    .addColumn('fingerprint', sql`${text}`, (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('is_built', 'integer', (column) => column.notNull())
    .execute();
  await on.schema
    .createTable('unlisted')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('before', sql`${text}`, (column) => column.notNull())
    .execute();
};

export const checkpointIn = async (on: ViewDatabase['read']): Promise<Checkpoint> => {
  const row = await on.selectFrom('checkpoint').selectAll().executeTakeFirst();
  return row ? { ordinal: row.ordinal, logTime: row.log_time, token: row.token } : emptyCheckpoint;
};

/** Must be the first statement of its transaction: in PostgreSQL the row lock makes two projectors take turns. */
export const moveCheckpoint = async (
  trx: Transaction<ViewTables>,
  { ordinal, logTime, token }: Checkpoint,
  after?: number,
): Promise<void> => {
  const movedTo = { ordinal, log_time: logTime, token };
  const update = trx.updateTable('checkpoint').set(movedTo);
  const { numUpdatedRows } = await (after === undefined ? update : update.where('ordinal', '=', after)).executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  if (after) throw new CheckpointMoved(after);
  const inserted = await trx
    .insertInto('checkpoint')
    .values({ id: 1, ...movedTo })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new CheckpointMoved(after ?? 0);
};

export const definitionsIn = async (trx: Transaction<ViewTables>): Promise<ReadonlyMap<string, DefinitionTable>> =>
  new Map((await trx.selectFrom('view_definitions').selectAll().execute()).map((row) => [row.name, row]));

/**
 * Returns the views whose tables have another definition, and marks them as incomplete, so that no program reads them as complete: from now on their rows
 * may be removed one by one.
 */
export const markOutdated = async (trx: Transaction<ViewTables>, views: readonly AnyView[]): Promise<readonly string[]> => {
  const current = new Map(views.map((view) => [view.name, fingerprintOf(view)]));
  const outdated = [...(await definitionsIn(trx)).values()].filter(({ name, fingerprint }) => current.get(name) !== fingerprint);
  const names = outdated.map(({ name }) => name);
  if (names.length > 0)
    await trx.updateTable('view_definitions').set({ fingerprint: '', is_built: 0 }).where('name', 'in', names).execute();
  return names;
};

export const generationOf = async (trx: Transaction<ViewTables>, view: AnyView): Promise<number> => {
  const knownDefinition = await trx.selectFrom('view_definitions').select('generation').where('name', '=', view.name).executeTakeFirst();
  return (knownDefinition?.generation ?? 0) + 1;
};

export const defineView = async (trx: Transaction<ViewTables>, view: AnyView, generation: number, isBuilt: boolean): Promise<void> => {
  const definition = { fingerprint: fingerprintOf(view), generation, is_built: isBuilt ? 1 : 0 };
  await trx
    .insertInto('view_definitions')
    .values({ name: view.name, ...definition })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(definition))
    .execute();
};

/** What was over before this is not in the lists; empty: all is. */
export const unlistedBeforeIn = async (on: ViewDatabase['read']): Promise<string> =>
  (await on.selectFrom('unlisted').select('before').executeTakeFirst())?.before ?? '';

export const noteUnlisted = async (trx: Transaction<ViewTables>, before: string): Promise<void> => {
  const row = trx.insertInto('unlisted').values({ id: 1, before });
  await row.onConflict((conflict) => conflict.column('id').doUpdateSet({ before })).execute();
};
