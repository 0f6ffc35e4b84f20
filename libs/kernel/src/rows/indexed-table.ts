import { Table } from './table.js';

/** A single id needs no table: most words are names, which only one row has. */
type Ids = string | Table<true>;

/** Rows by id, with an index of the words of each row. Immutable, like `Table`; a row is found and changed without looking at the others. */
export class IndexedTable<Row> {
  private constructor(
    private readonly wordsOf: (row: Row) => readonly string[],
    private readonly rows: Table<Row>,
    private readonly ids: Table<Ids>,
  ) {}

  static by<Row>(wordsOf: (row: Row) => readonly string[]): IndexedTable<Row> {
    return new IndexedTable(wordsOf, Table.empty<Row>(), Table.empty<Ids>());
  }

  get size(): number {
    return this.rows.size;
  }
  get(id: string): Row | undefined {
    return this.rows.get(id);
  }
  keys(): readonly string[] {
    return this.rows.keys();
  }
  values(): readonly Row[] {
    return this.rows.values();
  }
  first(count: number): readonly string[] {
    return this.rows.first(count);
  }
  inOrder(ids: readonly string[]): readonly string[] {
    return this.rows.inOrder(ids);
  }

  /** `null` removes the row. */
  with(id: string, row: Row | null): IndexedTable<Row> {
    const before = this.rows.get(id);
    const [removedWords, addedWords] = [before === undefined ? [] : this.wordsOf(before), row === null ? [] : this.wordsOf(row)];
    const remaining = removedWords
      .filter((word) => !addedWords.includes(word))
      .reduce((ids, word) => ids.with(word, removeId(ids.get(word), id)), this.ids);
    const ids = addedWords
      .filter((word) => !removedWords.includes(word))
      .reduce((all, word) => all.with(word, addId(all.get(word), id)), remaining);
    return new IndexedTable(this.wordsOf, this.rows.with(id, row), ids);
  }

  count(word: string): number {
    const ids = this.ids.get(word);
    return typeof ids === 'string' ? 1 : (ids?.size ?? 0);
  }

  /** The first `maxCount` rows that got this word, in table order. */
  keysWithWord(word: string, maxCount = Infinity): readonly string[] {
    const ids = this.ids.get(word);
    return typeof ids === 'string' ? [ids] : this.rows.inOrder(ids?.first(maxCount) ?? []);
  }
}

const addId = (ids: Ids | undefined, id: string): Ids => {
  if (ids === undefined) return id;
  return (typeof ids === 'string' ? Table.empty<true>().with(ids, true) : ids).with(id, true);
};

const removeId = (ids: Ids | undefined, id: string): Ids | null => {
  if (ids === undefined || typeof ids === 'string') return null;
  const rest = ids.with(id, null);
  return rest.size === 0 ? null : rest;
};
