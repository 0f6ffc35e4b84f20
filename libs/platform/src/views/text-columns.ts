import { sql, type RawBuilder } from 'kysely';
import { columnName, wordsColumn } from './view-table.js';

/**
 * A search term that matches too many values of columns for a statement, which would build a table of them in each turn. Rows are read with the searched
 * text, and the term is searched here.
 */
export interface TextColumnWord {
  readonly text: string;
  readonly columns: readonly { readonly column: string; readonly values: ReadonlySet<string> }[];
}

export const valuesOfStatement = 200;

/** The extra columns to read for these words. A stored text starts with a sorting letter. */
export const selectColumnsFor = (words: readonly TextColumnWord[]): RawBuilder<unknown> =>
  words.length === 0
    ? sql``
    : sql`, ${sql.join([
        sql`substr(${sql.ref(columnName(wordsColumn))}, 2) as "words"`,
        ...words.flatMap(({ columns }, n) => columns.map(({ column }, k) => sql`${sql.ref(column)} as ${sql.ref(`word${n}_${k}`)}`)),
      ])}`;

/** The rows, read with `selectColumnsFor`, in which every word is found. */
export const filterBearing = <Row extends object>(words: readonly TextColumnWord[], rows: readonly Row[]): readonly Row[] => {
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const read = row as Readonly<Record<string, string>>;
    return words.every(
      ({ text, columns }, n) => read['words']!.includes(text) || columns.some(({ values }, k) => values.has(read[`word${n}_${k}`]!)),
    );
  });
};
