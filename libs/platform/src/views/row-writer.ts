import { CompiledQuery, sql } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Connection } from './view-database.js';
import { columnName, columnsOf, tablesOf, type StoredInterval, type StoredCurrentRow, type TableSuffix } from './view-table.js';

export interface TableWrites {
  readonly currentRows: readonly StoredCurrentRow[];
  readonly removed: readonly string[];
  readonly intervals: readonly StoredInterval[];
}

/** How many rows a statement may have. Few sizes, because each is a statement that is compiled and kept, and a large one takes 100 KB. */
const statementSizes = [32, 8, 2, 1] as const;

export const inChunks = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** Splits the rows into parts of these sizes, the largest first. */
const inStatements = <T>(rows: readonly T[]): readonly (readonly T[])[] => {
  const parts: (readonly T[])[] = [];
  let from = 0;
  for (const size of statementSizes) {
    for (; rows.length - from >= size; from += size) parts.push(rows.slice(from, from + size));
  }
  return parts;
};

/** Writes many rows in one statement. The SQL is compiled once for each number of rows, because compiling costs more than running it. */
export class RowWriter {
  private readonly compiled = new Map<string, string>();

  async write(
    on: Connection,
    view: AnyView,
    suffix: TableSuffix,
    { currentRows: standing, removed, intervals: pieces }: TableWrites,
  ): Promise<void> {
    const tables = tablesOf(view.name, suffix);
    const common = ['id', 'ordinal', 'row', 'since', ...columnsOf(view).map(columnName)];
    const cut = pieces.filter((interval) => interval.day !== '');
    const completeIntervals = pieces.filter((interval) => interval.day === '');
    await this.insert(on, tables.cut, [...common, 'until', 'day'], cut, false);
    await this.insert(on, tables.whole, [...common, 'until'], completeIntervals, false);
    await this.insert(on, tables.standing, [...common, 'is_open', 'command'], standing, true);
    for (const ids of inChunks(removed, 200)) {
      await sql`delete from ${sql.table(tables.standing)} where "id" in (${sql.join([...ids])})`.execute(on);
    }
  }

  private async insert(
    on: Connection,
    table: string,
    columns: readonly string[],
    rows: readonly object[],
    shouldReplace: boolean,
  ): Promise<void> {
    for (const chunk of inStatements(rows as readonly Record<string, unknown>[])) {
      const parameters = chunk.flatMap((row) => columns.map((column) => row[column]));
      await on.executeQuery(CompiledQuery.raw(this.toInsertion(on, table, columns, chunk.length, shouldReplace), parameters));
    }
  }

  private toInsertion(on: Connection, table: string, columns: readonly string[], count: number, shouldReplace: boolean): string {
    const key = `${table} ${count} ${columns.join()}`;
    let statement = this.compiled.get(key);
    if (!statement) {
      const tuple = sql`(${sql.join(columns.map(() => ''))})`;
      const values = sql.join(Array.from({ length: count }, () => tuple));
      const set = columns.slice(1).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
      const replacing = shouldReplace ? sql` on conflict ("id") do update set ${sql.join(set)}` : sql``;
      const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`;
      statement = sql`${into} values ${values}${replacing}`.compile(on).sql;
      this.compiled.set(key, statement);
    }
    return statement;
  }
}
