import { sql, type Expression, type RawBuilder } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Filter } from './index-choice.js';
import type { ViewDatabase } from './view-database.js';
import { columnName, columnsOf, sortable, wordsColumn } from './view-table.js';
import { valuesOfStatement, type WideWord } from './wide-words.js';
import type { Range, SearchedWord, Where } from './view-store.js';

/** A filter or an order on something that is not a column of the view. */
export class UnknownColumn extends Error {
  constructor(view: string, column: string) {
    super(`${view} has no column ${column}`);
  }
}

export type Condition = RawBuilder<unknown>;
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `);

/** `id` means the row’s own id, unless the view has a column of that name. */
export const storedColumn = (view: AnyView, column: string): string => {
  if (columnsOf(view).includes(column)) return columnName(column);
  if (column === 'id') return 'id';
  throw new UnknownColumn(view.name, column);
};

const storedValue = (name: string, value: string | number | null): string => (name === 'id' ? String(value) : sortable(value));

export const filtersOf = (view: AnyView, where: Where | undefined): readonly Filter[] =>
  Object.entries(where ?? {}).map(([name, wanted]) => {
    const column = storedColumn(view, name);
    const values = (Array.isArray(wanted) ? wanted : [wanted]) as readonly (string | number | null)[];
    return { column, values: values.map((value) => storedValue(column, value)) };
  });

export const among = (column: Expression<unknown>, { values }: Filter): Condition => sql`${column} in (${sql.join([...values])})`;

/** An empty value is in no range. */
export const within = (column: Expression<unknown>, { from = '', to }: Range): Condition =>
  all([sql`${column} >= ${sortable(from)}`, ...(to === undefined ? [] : [sql`${column} < ${sortable(to)}`])]);

const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

/** A pattern for the text anywhere; the special characters of `like` are escaped. */
const anywhere = (text: string): string => `%${text.replaceAll(/[%_!]/g, '!$&')}%`;

/** A text search: conditions, and the words that have too many values for one. */
export interface SearchConditions {
  readonly conditions: readonly Condition[];
  readonly wide: readonly WideWord[];
}

/** A stored text starts with a sorting letter that is not part of it. Throws UnknownColumn. */
export const searchConditions = (view: AnyView, words: readonly SearchedWord[], { choosesIndexes }: ViewDatabase): SearchConditions => {
  if (words.length > 0 && !view.words) throw new UnknownColumn(view.name, wordsColumn);
  const storedValue = sql.ref(columnName(wordsColumn));
  const conditions: Condition[] = [];
  const wide: WideWord[] = [];
  for (const { text, or } of words) {
    const others = filtersOf(view, or).filter(({ values }) => values.length > 0);
    const [only] = others;
    if (only && others.length === 1 && only.values.length > valuesOfStatement && !choosesIndexes) {
      wide.push({ text, column: only.column, values: new Set(only.values) });
      continue;
    }
    // one parameter for any number of values: PostgreSQL takes an array
    const isIn = (filter: Filter) =>
      choosesIndexes ? sql`${sql.ref(filter.column)} = any(${filter.values})` : among(sql.ref(filter.column), filter);
    conditions.push(any([sql`substr(${storedValue}, 2) like ${anywhere(text)} escape '!'`, ...others.map(isIn)]));
  }
  return { conditions, wide };
};
