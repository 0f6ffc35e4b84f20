import type { Sums, TableIds, View } from './view.js';

export interface Rows<Row> {
  get(id: string): Row | undefined;
  where(column: string, value: string | number): readonly Row[];
  /** The same list until one of its rows changes: what is computed of it can be kept by its identity. For settings, which rarely change. */
  kept(column: string, value: string | number): readonly Row[];
  /** Lazy and unordered: to find whether any exists among ten thousand. */
  eachWhere(column: string, value: string | number): Iterable<Row>;
  /** In id order, after this id; lazy. */
  whereAfter(column: string, value: string | number, after: string | null): Iterable<Row>;
  /** Over the rows with this value; undefined when there is none. */
  sum(column: string, value: string | number): Sums | undefined;
  all(): Iterable<Row>;
  entries(): Iterable<[string, Row]>;
  readonly size: number;
}

/** The rows as of one moment, to be iterated between other work. `end` must be called. */
export interface TableCopy {
  readonly rows: Iterable<readonly [string, unknown]>;
  readonly end: () => void;
}

type Value = string | number | null;
interface Index<Row> {
  readonly ids: Map<Value, Set<string>>;
  readonly values: (row: Row) => readonly Value[];
  readonly kept: Map<Value, readonly Row[]>;
}

const insert = (index: Map<Value, Set<string>>, value: Value, id: string): void => {
  const ids = index.get(value);
  if (ids) ids.add(id);
  else index.set(value, new Set([id]));
};
/** Removes an empty entry too: senders can make up any number of values. */
const remove = (index: Map<Value, Set<string>>, value: Value, id: string): void => {
  const ids = index.get(value);
  if (ids?.delete(id) && ids.size === 0) index.delete(value);
};

const isSame = (some: readonly Value[], otherValues: readonly Value[]): boolean =>
  some.length === otherValues.length && some.every((value, at) => value === otherValues[at]);

const reindex = <Row>({ ids, values, kept }: Index<Row>, id: string, before: Row | undefined, row: Row | null): void => {
  const [oldValues, newValues] = [before === undefined ? [] : values(before), row === null ? [] : values(row)];
  if (kept.size > 0) for (const value of [...oldValues, ...newValues]) kept.delete(value);
  // most events change few columns, and an alert group may be indexed by thousands of values
  if (isSame(oldValues, newValues)) return;
  for (const value of oldValues) remove(ids, value, id);
  for (const value of newValues) insert(ids, value, id);
};

interface Summed<Row> {
  readonly byValue: Map<Value, { readonly rows: number; readonly sums: Sums }>;
  readonly value: (row: Row) => Value;
  readonly of: (row: Row) => Sums;
}

const addTo = <Row>({ byValue, value, of }: Summed<Row>, row: Row, sign: 1 | -1): void => {
  const key = value(row);
  const before = byValue.get(key);
  const rows = (before?.rows ?? 0) + sign;
  const sums = Object.fromEntries(Object.entries(of(row)).map(([name, n]) => [name, (before?.sums[name] ?? 0) + sign * n]));
  if (rows === 0) byValue.delete(key);
  else byValue.set(key, { rows, sums });
};

export class MemoryTable<Row> implements Rows<Row> {
  /** Everything up to this ordinal is folded; other tables may be further. */
  upTo = 0;
  private readonly rows = new Map<string, Row>();
  private readonly indexes = new Map<string, Index<Row>>();
  private readonly summed = new Map<string, Summed<Row>>();
  /** While a copy is made: the previous rows of those changed since. */
  private oldRows: Map<string, Row | undefined> | undefined;

  constructor(readonly view: View<Row>) {
    for (const [column, value] of Object.entries(view.columns ?? {})) this.add(column, (row) => [value(row)]);
    for (const [index, values] of Object.entries(view.indexes ?? {})) this.add(index, values);
    for (const [column, of] of Object.entries(view.sums ?? {})) {
      const value = view.columns![column]!;
      this.summed.set(column, { byValue: new Map(), value, of });
    }
  }

  private add(name: string, values: Index<Row>['values']): void {
    this.indexes.set(name, { ids: new Map(), values, kept: new Map() });
  }

  get size(): number {
    return this.rows.size;
  }
  get(id: string): Row | undefined {
    return this.rows.get(id);
  }
  all(): Iterable<Row> {
    return this.rows.values();
  }
  readonly ids: TableIds = { all: () => this.rows.keys(), by: (index, value) => [...this.idsBy(index, value)].toSorted() };
  entries(): Iterable<[string, Row]> {
    return this.rows.entries();
  }

  where(column: string, value: string | number): readonly Row[] {
    // in the order of ids, so that a restored memory answers like a folded one
    return [...this.idsBy(column, value)].toSorted().map((id) => this.rows.get(id) as Row);
  }

  kept(column: string, value: string | number): readonly Row[] {
    const { kept } = this.indexOf(column);
    const rows = kept.get(value) ?? this.where(column, value);
    kept.set(value, rows);
    return rows;
  }

  *eachWhere(column: string, value: string | number): Generator<Row> {
    for (const id of this.idsBy(column, value)) yield this.rows.get(id) as Row;
  }

  sum(column: string, value: string | number): Sums | undefined {
    const summed = this.summed.get(column);
    if (!summed) throw new Error(`${this.view.name} has no sums by ${column}`);
    return summed.byValue.get(value)?.sums;
  }

  *whereAfter(column: string, value: string | number, after: string | null): Generator<Row> {
    const ids = [...this.idsBy(column, value)].filter((id) => after === null || id > after);
    for (const id of ids.toSorted()) yield this.rows.get(id) as Row;
  }

  private idsBy(column: string, value: string | number): Iterable<string> {
    return this.indexOf(column).ids.get(value) ?? [];
  }

  private indexOf(column: string): Index<Row> {
    const index = this.indexes.get(column);
    if (!index) throw new Error(`${this.view.name} has no column ${column}`);
    return index;
  }

  put(id: string, row: Row | null): void {
    const before = this.rows.get(id);
    if (this.oldRows && !this.oldRows.has(id)) this.oldRows.set(id, before);
    for (const index of this.indexes.values()) reindex(index, id, before, row);
    for (const summed of this.summed.values()) {
      if (before !== undefined) addTo(summed, before, -1);
      if (row !== null) addTo(summed, row, 1);
    }
    if (row === null) this.rows.delete(id);
    else this.rows.set(id, row);
  }

  forget(): void {
    for (const id of this.rows.keys()) this.put(id, null);
    this.upTo = 0;
  }

  /** Throws while another copy is being made. */
  copy(): TableCopy {
    if (this.oldRows) throw new Error(`${this.view.name} is being copied already`);
    const previousRows = new Map<string, Row | undefined>();
    this.oldRows = previousRows;
    return {
      rows: this.entriesBefore(previousRows),
      end: () => {
        this.oldRows = undefined;
      },
    };
  }

  /** In insertion order; rows removed meanwhile come last, as they will be removed again when the removing event is folded. */
  private *entriesBefore(previousRows: ReadonlyMap<string, Row | undefined>): Generator<readonly [string, Row]> {
    for (const [id, row] of this.rows) {
      const before = previousRows.has(id) ? previousRows.get(id) : row;
      if (before !== undefined) yield [id, before];
    }
    for (const [id, row] of previousRows) if (row !== undefined && !this.rows.has(id)) yield [id, row];
  }
}
