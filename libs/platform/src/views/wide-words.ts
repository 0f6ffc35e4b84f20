import { sql, type RawBuilder } from 'kysely';
import { columnName, wordsColumn } from './view-table.js';

/**
 * A word of a search that more values of a column stand for than a statement should hold: it would make a table of them for each turn. Rows are
 * read with what the word looks in, and it is looked for here.
 */
export interface WideWord {
  readonly text: string;
  readonly column: string;
  readonly values: ReadonlySet<string>;
}

/** Values of one word that a statement holds. */
export const valuesOfStatement = 200;

/** What a row is read with for these words. A kept text begins with a letter that sorts it. */
export const columnsFor = (words: readonly WideWord[]): RawBuilder<unknown> =>
  words.length === 0
    ? sql``
    : sql`, ${sql.join([
        sql`substr(${sql.ref(columnName(wordsColumn))}, 2) as "words"`,
        ...words.map(({ column }, n) => sql`${sql.ref(column)} as ${sql.ref(`word${n}`)}`),
      ])}`;

/** Those of the rows, read with `columnsFor`, in which every word is found. */
export const bearing = <Row extends object>(words: readonly WideWord[], rows: readonly Row[]): readonly Row[] => {
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const read = row as Readonly<Record<string, string>>;
    return words.every(({ text, values }, n) => read['words']!.includes(text) || values.has(read[`word${n}`]!));
  });
};
