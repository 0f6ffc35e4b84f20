import { sql, type CreateTableBuilder } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Connection, ViewDatabase } from './view-database.js';
import { columnName, columnsOf, tablesOf, type TableSuffix } from './view-table.js';

const nameTable = (view: AnyView, kind: string, generation: number): string => `${kind}${generation}_${view.name}`;

/** Lists also need `indexViewTables`: call it before rows are written one by one, and after a bulk load. */
export const makeViewTables = async (
  on: Connection,
  { text, rememberNoRows }: ViewDatabase,
  view: AnyView,
  generation: number,
  suffix: TableSuffix,
): Promise<void> => {
  const tables = tablesOf(view.name, suffix);
  const columns = columnsOf(view).map(columnName);
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
    .addColumn('command', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(nameTable(view, 'kv', generation), ['id'])
    .execute();
  await rememberNoRows(on, tables.standing);
  if (!view.hasHistory) return;
  await begin(tables.whole)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(nameTable(view, 'kc', generation), ['id', 'since'])
    .execute();
  await begin(tables.cut)
    .addColumn('until', sql`${text}`, (column) => column.notNull())
    .addColumn('day', sql`${text}`, (column) => column.notNull())
    .addPrimaryKeyConstraint(nameTable(view, 'kp', generation), ['id', 'since'])
    .execute();
  for (const table of [tables.whole, tables.cut]) await rememberNoRows(on, table);
};

type Index = readonly [table: string, kind: string, fields: readonly string[]];

const indexesOf = (view: AnyView, suffix: TableSuffix): readonly Index[] => {
  const tables = tablesOf(view.name, suffix);
  const columns = columnsOf(view).map(columnName);
  // with the instants in the index, a scan past rows that did not exist yet, or no longer, reads only the index
  const currentIndexes = columns.map((name, n): Index => [
    tables.standing,
    `iv${n}_`,
    view.hasHistory ? [name, 'id', 'since'] : [name, 'id'],
  ]);
  if (!view.hasHistory) return currentIndexes;
  const intervalIndexes = columns.map((name, n): Index => [tables.whole, `ic${n}_`, [name, 'id', 'since', 'until']]);
  return [...currentIndexes, ...intervalIndexes, [tables.cut, 'ip', ['day', 'until', 'since']]];
};

export const indexViewTables = async (on: Connection, view: AnyView, generation: number, suffix: TableSuffix): Promise<void> => {
  for (const [table, kind, fields] of indexesOf(view, suffix)) {
    await on.schema
      .createIndex(nameTable(view, kind, generation))
      .on(table)
      .columns([...fields])
      .execute();
  }
};

export const dropViewTables = async (on: Connection, name: string, suffix: TableSuffix): Promise<void> => {
  for (const table of Object.values(tablesOf(name, suffix))) await on.schema.dropTable(table).ifExists().execute();
};

const kindsOf = (view: AnyView) => (view.hasHistory ? (['standing', 'cut', 'whole'] as const) : (['standing'] as const));

/** Renames the old tables, because dropping big ones takes long. */
export const replaceTables = async (on: Connection, view: AnyView): Promise<void> => {
  for (const [from, to] of [['', '_old'] as const, ['_new', ''] as const]) {
    for (const kind of kindsOf(view)) {
      await on.schema.alterTable(tablesOf(view.name, from)[kind]).renameTo(tablesOf(view.name, to)[kind]).execute();
    }
  }
};

/** In key order. Both were created by `makeViewTables` and `indexViewTables`. */
export const copyTables = async (on: Connection, view: AnyView): Promise<void> => {
  for (const kind of kindsOf(view)) {
    const [from, to] = [tablesOf(view.name)[kind], tablesOf(view.name, '_new')[kind]];
    await sql`insert into ${sql.table(to)} select * from ${sql.table(from)} order by "id", "since"`.execute(on);
  }
};

/** All rows of a thing, with their past: those with its id, or with one that begins with it and a colon. */
export const removeThing = async (on: Connection, views: readonly AnyView[], thing: string): Promise<void> => {
  for (const view of views) {
    for (const kind of kindsOf(view)) {
      const own = sql`("id" = ${thing} or "id" >= ${`${thing}:`})`;
      await sql`delete from ${sql.table(tablesOf(view.name)[kind])} where "id" >= ${thing} and "id" < ${`${thing};`} and ${own}`.execute(
        on,
      );
    }
  }
};
