import { sql, type CreateTableBuilder } from 'kysely';
import type { AnyView } from '@tocsin/kernel/view.js';
import type { Connection, ViewDatabase } from './view-database.js';
import { columnName, columnsOf, tablesOf, type Suffix } from './view-table.js';

const named = (view: AnyView, kind: string, generation: number): string => `${kind}${generation}_${view.name}`;

/** The tables and indexes of one view, for both databases. */
export const makeViewTables = async (
  on: Connection,
  { text, rememberNoRows }: ViewDatabase,
  view: AnyView,
  generation: number,
  suffix: Suffix,
): Promise<void> => {
  const tables = tablesOf(view.name, suffix);
  const columns = columnsOf(view).map(columnName);
  const index = (table: string, kind: string, fields: readonly string[]) =>
    on.schema
      .createIndex(named(view, kind, generation))
      .on(table)
      .columns([...fields])
      .execute();
  const begin = (table: string): CreateTableBuilder<string, string> => {
    let builder: CreateTableBuilder<string, string> = on.schema
      .createTable(table)
      .addColumn('ordinal', 'bigint', (column) => column.notNull());
    for (const name of ['id', 'row', 'since', ...columns]) {
      builder = builder.addColumn(name, sql`${text}`, (column) => column.notNull());
    }
    return builder;
  };
  await begin(tables.standing)
    .addColumn('is_open', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint(named(view, 'kv', generation), ['id'])
    .execute();
  // With the instants in the index, a walk over what was not yet, or no longer, stays inside it.
  for (const [n, name] of columns.entries()) await index(tables.standing, `iv${n}_`, view.past ? [name, 'id', 'since'] : [name, 'id']);
  await rememberNoRows(on, tables.standing);
  if (!view.past) return;
  await begin(tables.whole)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(named(view, 'kc', generation), ['id', 'since'])
    .execute();
  for (const [n, name] of columns.entries()) await index(tables.whole, `ic${n}_`, [name, 'id', 'since', 'until']);
  await begin(tables.cut)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addColumn('day', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(named(view, 'kp', generation), ['id', 'since'])
    .execute();
  await index(tables.cut, 'ip', ['day', 'until', 'since']);
  for (const table of [tables.whole, tables.cut]) await rememberNoRows(on, table);
};

export const dropViewTables = async (on: Connection, name: string, suffix: Suffix): Promise<void> => {
  for (const table of Object.values(tablesOf(name, suffix))) await on.schema.dropTable(table).ifExists().execute();
};

const kindsOf = (view: AnyView) => (view.past ? (['standing', 'cut', 'whole'] as const) : (['standing'] as const));

/** The new tables take the place of the running ones, which are put aside: dropping big ones takes long. */
export const replaceTables = async (on: Connection, view: AnyView): Promise<void> => {
  for (const [from, to] of [['', '_old'] as const, ['_new', ''] as const]) {
    for (const kind of kindsOf(view)) {
      await on.schema.alterTable(tablesOf(view.name, from)[kind]).renameTo(tablesOf(view.name, to)[kind]).execute();
    }
  }
};

/** Fills the new tables with what the running ones hold, in the order of their keys: both were made by `makeViewTables`. */
export const copyTables = async (on: Connection, view: AnyView): Promise<void> => {
  for (const kind of kindsOf(view)) {
    const [from, to] = [tablesOf(view.name)[kind], tablesOf(view.name, '_new')[kind]];
    await sql`insert into ${sql.table(to)} select * from ${sql.table(from)} order by "id", "since"`.execute(on);
  }
};
