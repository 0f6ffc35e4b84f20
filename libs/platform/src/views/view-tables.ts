import { sql, type CreateTableBuilder } from 'kysely';
import type { AnyView } from '@tocsin/kernel/view.js';
import type { Connection, ViewDatabase } from './view-database.js';
import { columnName, columnsOf, tablesOf } from './view-table.js';

type Suffix = '' | '_new';

/** The tables and indexes of one view, for both databases. */
export const makeViewTables = async (
  on: Connection,
  { text }: ViewDatabase,
  view: AnyView,
  generation: number,
  suffix: Suffix,
): Promise<void> => {
  const tables = tablesOf(view.name, suffix);
  const columns = columnsOf(view).map(columnName);
  const begin = <T extends string>(table: T): CreateTableBuilder<T, string> => {
    let builder: CreateTableBuilder<T, string> = on.schema
      .createTable(table)
      .addColumn('id', sql`${text}`, (column) => column.notNull())
      .addColumn('ordinal', 'bigint', (column) => column.notNull())
      .addColumn('row', sql`${text}`, (column) => column.notNull())
      .addColumn('since', sql`${text}`, (column) => column.notNull());
    for (const name of columns) builder = builder.addColumn(name, sql`${text}`, (column) => column.notNull());
    return builder;
  };
  const named = (kind: string): string => `${kind}${generation}_${view.name}`;
  const indexed = (table: string, kind: string, on_: readonly string[]) =>
    on.schema
      .createIndex(named(kind))
      .on(table)
      .columns([...on_])
      .execute();

  await begin(tables.standing)
    .addColumn('is_open', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint(named('kv'), ['id'])
    .execute();
  for (const [n, name] of columns.entries()) await indexed(tables.standing, `iv${n}_`, [name, 'id']);
  if (!view.past) return;
  await begin(tables.whole)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(named('kc'), ['id', 'since'])
    .execute();
  // With both instants in the index, a walk over what was not yet, or no longer, stays inside it.
  for (const [n, name] of columns.entries()) await indexed(tables.whole, `ic${n}_`, [name, 'id', 'since', 'until']);
  await begin(tables.cut)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addColumn('day', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(named('kp'), ['id', 'since'])
    .execute();
  await indexed(tables.cut, 'ip', ['day', 'until', 'since']);
};

export const dropViewTables = async (on: Connection, name: string, suffix: Suffix): Promise<void> => {
  for (const table of Object.values(tablesOf(name, suffix))) await on.schema.dropTable(table).ifExists().execute();
};

const kindsOf = (view: AnyView) => (view.past ? (['standing', 'cut', 'whole'] as const) : (['standing'] as const));

/** The new tables take the place of the old ones, which are dropped. */
export const replaceTables = async (on: Connection, view: AnyView): Promise<void> => {
  await dropViewTables(on, view.name, '');
  for (const kind of kindsOf(view)) {
    await on.schema.alterTable(tablesOf(view.name, '_new')[kind]).renameTo(tablesOf(view.name)[kind]).execute();
  }
};

/** Fills the new tables with what the running ones hold, in the order of their keys: both were made by `makeViewTables`. */
export const copyTables = async (on: Connection, view: AnyView): Promise<void> => {
  for (const kind of kindsOf(view)) {
    const [from, to] = [tablesOf(view.name)[kind], tablesOf(view.name, '_new')[kind]];
    await sql`insert into ${sql.table(to)} select * from ${sql.table(from)} order by "id", "since"`.execute(on);
  }
};
