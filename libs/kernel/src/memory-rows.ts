import type { Recorded } from '@tocsin/contracts/envelope.js';
import { dayOf } from './time.js';
import { changesBy, handles, keysOf, type AnyView, type View } from './view.js';

/** Rows as decisions read them: by id, by a column, or all. */
export interface Rows<Row> {
  get(id: string): Row | undefined;
  where(column: string, value: string | number): readonly Row[];
  all(): Iterable<Row>;
  entries(): Iterable<[string, Row]>;
  readonly size: number;
}

type Value = string | number | null;
interface Index<Row> {
  readonly ids: Map<Value, Set<string>>;
  readonly values: (row: Row) => readonly Value[];
}

const insert = (index: Map<Value, Set<string>>, value: Value, id: string): void => {
  const ids = index.get(value);
  if (ids) ids.add(id);
  else index.set(value, new Set([id]));
};
/** A value that no row has any more is forgotten: there are as many as senders make up. */
const remove = (index: Map<Value, Set<string>>, value: Value, id: string): void => {
  const ids = index.get(value);
  if (ids?.delete(id) && ids.size === 0) index.delete(value);
};
/** A view that throws at an event: its rows stay as they were, and every other view folds it. */
export interface FoldFault {
  readonly view: string;
  readonly event: Pick<Recorded, 'ordinal' | 'type'>;
  readonly fault: unknown;
}

export type RowListener = (view: string, id: string, row: unknown) => void;

/** Runs one view in memory, with an index for each of its columns. The runner owns the storage; the view stays pure. */
class MemoryTable<Row> implements Rows<Row> {
  private readonly rows = new Map<string, Row>();
  private readonly indexes = new Map<string, Index<Row>>();

  constructor(readonly view: View<Row>) {
    for (const [column, value] of Object.entries(view.columns ?? {})) this.add(column, (row) => [value(row)]);
    for (const [index, values] of Object.entries(view.indexes ?? {})) this.add(index, values);
  }

  private add(name: string, values: Index<Row>['values']): void {
    this.indexes.set(name, { ids: new Map(), values });
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
  entries(): Iterable<[string, Row]> {
    return this.rows.entries();
  }

  where(column: string, value: string | number): readonly Row[] {
    const index = this.indexes.get(column);
    if (!index) throw new Error(`${this.view.name} has no column ${column}`);
    // in the order of their ids, so that a memory that was restored answers like one that was folded
    return [...(index.ids.get(value) ?? [])].toSorted().map((id) => this.rows.get(id) as Row);
  }

  put(id: string, row: Row | null): void {
    const before = this.rows.get(id);
    for (const { ids, values } of this.indexes.values()) {
      if (before !== undefined) for (const value of values(before)) remove(ids, value, id);
      if (row !== null) for (const value of values(row)) insert(ids, value, id);
    }
    if (row === null) this.rows.delete(id);
    else this.rows.set(id, row);
  }
}

/** Everything that memory holds. */
export interface MemoryDump {
  readonly ordinal: number;
  readonly handledUpTo: number;
  readonly logTime: string;
  readonly rows: Record<string, [string, unknown][]>;
}

/** What a node knows by heart: views folded in memory, in log order. Decisions, guards and timers read them. */
export class MemoryRows {
  private readonly tables: ReadonlyMap<string, MemoryTable<unknown>>;
  private readonly byType = new Map<string, MemoryTable<unknown>[]>();
  private readonly listeners: RowListener[] = [];
  private waiting: (() => void)[] = [];
  /** Everything up to this ordinal has been folded. */
  ordinal = 0;
  /** The reactor has handled everything up to this ordinal: the running maximum of `meta.handledUpTo`. */
  handledUpTo = 0;
  /** The running maximum of `meta.at`. */
  logTime = '';

  /** Without `onFault` what a view throws is thrown: where history is looked at again a fault must be seen. */
  constructor(
    views: readonly AnyView[],
    private readonly onFault: (fault: FoldFault) => void = ({ fault }) => {
      throw fault;
    },
  ) {
    this.tables = new Map(views.map((view) => [view.name, new MemoryTable(view)]));
  }

  rows<Row>(view: string): Rows<Row> {
    const table = this.tables.get(view);
    if (!table) throw new Error(`no view ${view} in memory`);
    return table as Rows<Row>;
  }

  onChange(listener: RowListener): void {
    this.listeners.push(listener);
  }

  /** Folds the next event; one that it has is passed over, so that a subscription may begin too early. */
  apply(event: Recorded): void {
    if (event.ordinal <= this.ordinal) return;
    for (const table of this.interested(event.type)) {
      try {
        this.fold(table, event);
      } catch (fault) {
        this.onFault({ view: table.view.name, event, fault });
      }
    }
    this.ordinal = event.ordinal;
    this.handledUpTo = Math.max(this.handledUpTo, event.meta.handledUpTo ?? 0);
    this.tell();
    if (event.meta.at <= this.logTime) return;
    const passedMidnight = this.logTime !== '' && dayOf(event.meta.at) !== dayOf(this.logTime);
    this.logTime = event.meta.at;
    if (passedMidnight) this.sweep();
  }

  private fold(table: MemoryTable<unknown>, event: Recorded): void {
    for (const [id, row] of changesBy(table.view, event, (key) => table.get(key))) {
      table.put(id, row);
      for (const listener of this.listeners) listener(table.view.name, id, row);
    }
  }

  /**
   * Changes the rows that an event went into, beside the log: for what must not be kept any more. It must come out as if the event had been
   * read without it. The same row: nothing changes.
   */
  amend(event: Recorded, change: (row: unknown) => unknown): void {
    for (const table of this.interested(event.type)) {
      for (const id of keysOf(table.view, event)) {
        const before = table.get(id);
        const row = before === undefined ? before : change(before);
        if (row === before) continue;
        table.put(id, row);
        for (const listener of this.listeners) listener(table.view.name, id, row);
      }
    }
  }

  /** True once this holds, which is looked at after each event; false when that many milliseconds have passed. */
  async until(holds: () => boolean, deadlineMs: number, wait: (ms: number, call: () => void) => () => void): Promise<boolean> {
    const deadline = { isOver: false, wake: (): void => {} };
    const cancel = wait(deadlineMs, () => {
      deadline.isOver = true;
      deadline.wake();
    });
    while (!holds() && !deadline.isOver) {
      await new Promise<void>((resolve) => {
        deadline.wake = resolve;
        this.waiting.push(resolve);
      });
    }
    cancel();
    return holds();
  }

  /** Every row, for a snapshot. */
  dump(): MemoryDump {
    const rows: Record<string, [string, unknown][]> = {};
    for (const [name, table] of this.tables) rows[name] = [...table.entries()];
    return { ordinal: this.ordinal, handledUpTo: this.handledUpTo, logTime: this.logTime, rows };
  }

  restore(snapshot: MemoryDump): void {
    for (const [name, rows] of Object.entries(snapshot.rows)) {
      const table = this.tables.get(name);
      if (!table) continue;
      for (const [id, row] of rows) {
        table.put(id, row);
        for (const listener of this.listeners) listener(name, id, row);
      }
    }
    this.ordinal = snapshot.ordinal;
    this.handledUpTo = snapshot.handledUpTo;
    this.logTime = snapshot.logTime;
  }

  private tell(): void {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Once a day of log time, so that it happens at the same event whenever the log is folded. */
  private sweep(): void {
    const has = (view: string, id: string): boolean => this.rows(view).get(id) !== undefined;
    for (const table of this.tables.values()) {
      const { sweep } = table.view;
      if (!sweep) continue;
      for (const [id, row] of table.entries()) {
        const left = sweep(row, this.logTime, has);
        if (left !== row) table.put(id, left);
      }
    }
  }

  private interested(type: string): readonly MemoryTable<unknown>[] {
    let tables = this.byType.get(type);
    if (!tables) {
      tables = [...this.tables.values()].filter((table) => handles(table.view, type));
      this.byType.set(type, tables);
    }
    return tables;
  }
}
