import { sql, type Expression, type RawBuilder } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import type { Filter } from './index-choice.js';
import type { ViewDatabase } from './view-database.js';
import { columnName, columnsOf, toSortable, toStoredText, wordsColumn } from './view-table.js';
import { valuesOfStatement, type TextColumnWord } from './text-columns.js';
import type { Range, SearchedWord, ColumnFilters } from './view-store.js';

export class UnknownColumn extends Error {
  constructor(view: string, column: string) {
    super(`${view} has no column ${column}`);
  }
}

export type Condition = RawBuilder<unknown>;
export const everyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `);

/** `id` means the row’s own id, unless the view has a column of that name. */
export const requireColumn = (view: AnyView, column: string): string => {
  if (columnsOf(view).includes(column)) return columnName(column);
  if (column === 'id') return 'id';
  throw new UnknownColumn(view.name, column);
};

const toStoredValue = (name: string, value: string | number | null): string =>
  name === 'id' ? toStoredText(String(value)) : toSortable(value);

export const filtersOf = (view: AnyView, columnFilters: ColumnFilters | undefined): readonly Filter[] =>
  Object.entries(columnFilters ?? {}).map(([name, wantedValue]) => {
    const column = requireColumn(view, name);
    const values = (Array.isArray(wantedValue) ? wantedValue : [wantedValue]) as readonly (string | number | null)[];
    return { column, values: values.map((value) => toStoredValue(column, value)) };
  });

export const isAmong = (column: Expression<unknown>, { values }: Filter): Condition => sql`${column} in (${sql.join([...values])})`;

/** An empty value is in no range. */
export const isInRange = (column: Expression<unknown>, { from = '', to }: Range): Condition =>
  everyOf([sql`${column} >= ${toSortable(from)}`, ...(to === undefined ? [] : [sql`${column} < ${toSortable(to)}`])]);

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

/** Matches the text anywhere; escapes the special characters of `like`. */
const containsPattern = (text: string): string => `%${text.replaceAll(/[%_!]/g, '!$&')}%`;

/** `wide`: words with too many values for a condition. */
export interface SearchConditions {
  readonly conditions: readonly Condition[];
  readonly wide: readonly TextColumnWord[];
}

/** A stored text starts with a sorting letter that is not part of it. Throws UnknownColumn. */
export const searchConditions = (
  view: AnyView,
  words: readonly SearchedWord[],
  { canChooseIndexes: choosesIndexes }: ViewDatabase,
): SearchConditions => {
  if (words.length > 0 && !view.words) throw new UnknownColumn(view.name, wordsColumn);
  const storedValue = sql.ref(columnName(wordsColumn));
  const conditions: Condition[] = [];
  const wide: TextColumnWord[] = [];
  for (const { text: asked, or, whole = false, not = false } of words) {
    const text = toStoredText(asked);
    const otherFilters = filtersOf(view, or).filter(({ values }) => values.length > 0);
    if (!not && otherFilters.some(({ values }) => values.length > valuesOfStatement) && !choosesIndexes) {
      wide.push({ text, columns: otherFilters.map(({ column, values }) => ({ column, values: new Set(values) })) });
      continue;
    }
    // one parameter for any number of values: PostgreSQL takes an array
    const isIn = (filter: Filter) =>
      choosesIndexes ? sql`${sql.ref(filter.column)} = any(${filter.values})` : isAmong(sql.ref(filter.column), filter);
    // the text of a row starts after its sorting letter
    const searched = whole ? sql`' ' || substr(${storedValue}, 2) || ' '` : sql`substr(${storedValue}, 2)`;
    const pattern = containsPattern(whole ? ` ${text} ` : text);
    const found = anyOf([sql`${searched} like ${pattern} escape '!'`, ...otherFilters.map(isIn)]);
    conditions.push(not ? sql`not ${found}` : found);
  }
  return { conditions, wide };
};
