import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryTable, type Rows, type TableCopy } from './memory-table.js';
import { dayOf } from '../time.js';
import { computeChanges, hasHandler, keysOf, type AnyView } from './view.js';

/** A view that threw at an event, or at a midnight before it. Its rows stay as they were; other views continue. */
export interface FoldFault {
  readonly view: string;
  readonly event: Pick<Recorded, 'ordinal' | 'type'>;
  readonly fault: unknown;
}

export type RowListener = (view: string, id: string, row: unknown) => void;

/** The event at which log time passed a UTC midnight, and log time then. */
export type Midnight = readonly [ordinal: number, logTime: string];

/** Position in the log; independent of any view’s code. */
export interface LogCourse {
  readonly ordinal: number;
  readonly handledUpTo: number;
  readonly logTime: string;
  readonly midnights: readonly Midnight[];
}

/** A node’s in-memory views, folded in log order. Decisions, guards and timers read them. */
export class MemoryRows {
  private readonly tables: ReadonlyMap<string, MemoryTable<unknown>>;
  private readonly byType = new Map<string, MemoryTable<unknown>[]>();
  private readonly listeners: RowListener[] = [];
  private readonly tablesBehind = new Set<MemoryTable<unknown>>();
  private readonly faultyViews = new Set<string>();
  private midnights: Midnight[] = [];
  private waitingCalls: (() => void)[] = [];
  /** Everything up to this ordinal has been folded, except in `viewsBehind`. */
  ordinal = 0;
  /** The reactor has handled everything up to this ordinal: the running maximum of `meta.handledUpTo`. */
  handledUpTo = 0;
  /** The running maximum of `meta.at`. */
  logTime = '';

  /** Without `onFault`, errors of a view are rethrown: a replay of history must show a fault. */
  constructor(
    views: readonly AnyView[],
    private readonly onFault: (fault: FoldFault) => void = ({ fault }) => {
      throw fault;
    },
  ) {
    this.tables = new Map(views.map((view) => [view.name, new MemoryTable(view)]));
  }

  rows<Row>(view: string): Rows<Row> {
    return this.table(view) as Rows<unknown> as Rows<Row>;
  }

  onChange(listener: RowListener): void {
    this.listeners.push(listener);
  }

  /** Skips what a view has folded already, so a subscription may begin too early. Throws while a view is behind. */
  apply(event: Recorded): void {
    if (event.ordinal <= this.ordinal) return;
    if (this.tablesBehind.size > 0) throw new Error(`behind: ${this.viewsBehind().join(', ')}`);
    for (const table of this.tablesFor(event.type)) if (table.upTo < event.ordinal) this.fold(table, event);
    this.ordinal = event.ordinal;
    this.handledUpTo = Math.max(this.handledUpTo, event.meta.handledUpTo ?? 0);
    this.notifyWaiting();
    if (event.meta.at <= this.logTime) return;
    const passedMidnight = this.logTime !== '' && dayOf(event.meta.at) !== dayOf(this.logTime);
    this.logTime = event.meta.at;
    if (!passedMidnight) return;
    this.midnights.push([event.ordinal, event.meta.at]);
    for (const table of this.tables.values()) if (table.upTo < event.ordinal) this.sweep(table, event.meta.at, event.ordinal);
  }

  /** Changes rows of an event, outside the log, to remove data that must not be kept. The result must be as if the event had been read without it. */
  amend(event: Recorded, change: (row: unknown) => unknown): void {
    for (const table of this.tablesFor(event.type)) {
      for (const id of keysOf(table.view, event, table.ids)) {
        const before = table.get(id);
        const row = before === undefined ? before : change(before);
        if (row !== before) this.put(table, id, row);
      }
    }
  }

  /** Resolves to true once the condition holds (checked after each event), or to false after `deadlineMs`. */
  async until(isMet: () => boolean, deadlineMs: number, scheduleCall: (ms: number, call: () => void) => () => void): Promise<boolean> {
    const deadline = { isOver: false, wake: (): void => {} };
    const cancel = scheduleCall(deadlineMs, () => {
      deadline.isOver = true;
      deadline.wake();
    });
    while (!isMet() && !deadline.isOver) {
      await new Promise<void>((resolve) => {
        deadline.wake = resolve;
        this.waitingCalls.push(resolve);
      });
    }
    cancel();
    return isMet();
  }

  course(): LogCourse {
    const { ordinal, handledUpTo, logTime, midnights } = this;
    return { ordinal, handledUpTo, logTime, midnights: [...midnights] };
  }

  /** Continues from a stored position. Views that were not restored that far are behind until they are caught up. */
  resume({ ordinal, handledUpTo, logTime, midnights }: LogCourse): void {
    Object.assign(this, { ordinal, handledUpTo, logTime });
    this.midnights = [...midnights];
    for (const table of this.tables.values()) if (table.upTo < ordinal) this.tablesBehind.add(table);
    for (const { view } of this.tables.values()) if (view.asks) this.foldTogether([view.name, ...view.asks]);
  }

  /** The current rows of one view, for a snapshot, and the ordinal up to which they are folded. */
  copy(view: string): TableCopy & { readonly ordinal: number } {
    const table = this.table(view);
    return { ...table.copy(), ordinal: this.positionOf(view) };
  }

  restore(view: string, ordinal: number, rows: Iterable<readonly [string, unknown]>): void {
    const table = this.table(view);
    for (const [id, row] of rows) this.put(table, id, row);
    table.upTo = ordinal;
  }

  /** Both memories share the rows as they are now; the other one goes on by itself. */
  takeOver(other: MemoryRows): void {
    for (const view of this.views) {
      const { rows, end, ordinal } = other.copy(view);
      this.restore(view, ordinal, rows);
      end();
    }
    this.resume(other.course());
  }

  positionOf(view: string): number {
    const table = this.table(view);
    return this.tablesBehind.has(table) ? table.upTo : Math.max(table.upTo, this.ordinal);
  }

  /** Whether the view threw at an event: its rows then don’t match the log, and are not saved for the next start. */
  isFaulty(view: string): boolean {
    return this.faultyViews.has(view);
  }

  get views(): readonly string[] {
    return [...this.tables.keys()];
  }

  /** In registration order, which is the order to catch them up in. */
  viewsBehind(): readonly string[] {
    return this.views.filter((view) => this.tablesBehind.has(this.table(view)));
  }

  /**
   * Folds an event into these views only, which are behind the others or ahead of them: in log order for each. Events that a view does not handle may be
   * left out. Only views without a midnight sweep may go ahead.
   */
  catchUp(views: readonly string[], event: Recorded): void {
    const tables = views.map((name) => this.table(name)).filter((table) => table.upTo < event.ordinal);
    this.sweepUntil(tables, event.ordinal - 1);
    for (const table of tables) if (hasHandler(table.view, event.type)) this.fold(table, event);
    this.sweepUntil(tables, event.ordinal);
  }

  /** Declares these views complete up to this ordinal: no event that they handle is missing. */
  endCatchUp(views: readonly string[], ordinal: number): void {
    const tables = views.map((name) => this.table(name));
    this.sweepUntil(tables, ordinal);
    for (const table of tables) if (table.upTo >= this.ordinal) this.tablesBehind.delete(table);
  }

  /** Views whose sweeps read each other must be at the same ordinal; otherwise they are folded from the start. */
  private foldTogether(views: readonly string[]): void {
    const tables = views.map((view) => this.table(view));
    if (tables.every(({ upTo }) => upTo === tables[0]!.upTo)) return;
    for (const table of tables) {
      table.forget();
      this.tablesBehind.add(table);
    }
  }

  private table(view: string): MemoryTable<unknown> {
    const table = this.tables.get(view);
    if (!table) throw new Error(`no view ${view} in memory`);
    return table;
  }

  private fold(table: MemoryTable<unknown>, event: Recorded): void {
    const onFault = (fault: unknown): void => this.noteFault(table, event, fault);
    try {
      for (const [id, row] of computeChanges(table.view, event, (key) => table.get(key), table.ids, onFault)) this.put(table, id, row);
    } catch (fault) {
      onFault(fault);
    }
  }

  private noteFault({ view }: MemoryTable<unknown>, event: FoldFault['event'], fault: unknown): void {
    this.faultyViews.add(view.name);
    this.onFault({ view: view.name, event, fault });
  }

  private put(table: MemoryTable<unknown>, id: string, row: unknown): void {
    table.put(id, row);
    for (const listener of this.listeners) listener(table.view.name, id, row);
  }

  private notifyWaiting(): void {
    if (this.waitingCalls.length === 0) return;
    const { waitingCalls: waiting } = this;
    this.waitingCalls = [];
    for (const resolve of waiting) resolve();
  }

  /** Once a day of log time, after the event that passed midnight: the same place in every fold. */
  private sweep(table: MemoryTable<unknown>, logTime: string, ordinal: number): void {
    const { sweep, asks: askedViews = [], name } = table.view;
    if (!sweep) return;
    const has = (view: string, id: string): boolean => {
      if (!askedViews.includes(view)) throw new Error(`${name} reads ${view} without declaring it`);
      return this.rows(view).get(id) !== undefined;
    };
    try {
      for (const [id, row] of table.entries()) {
        const remainder = sweep(row, logTime, has);
        if (remainder !== row) table.put(id, remainder);
      }
    } catch (fault) {
      this.noteFault(table, { ordinal, type: 'midnight' }, fault);
    }
  }

  /** Midnight by midnight, each view after those registered before it. */
  private sweepUntil(tables: readonly MemoryTable<unknown>[], ordinal: number): void {
    const ahead = ordinal > this.ordinal && tables.find(({ view }) => view.sweep);
    if (ahead) throw new Error(`${ahead.view.name} can’t run ahead: day boundaries are unknown`);
    for (let n = this.midnightAfter(Math.min(...tables.map(({ upTo }) => upTo))); n < this.midnights.length; n += 1) {
      const [at, logTime] = this.midnights[n]!;
      if (at > ordinal) break;
      for (const table of tables) if (table.upTo < at) this.sweep(table, logTime, at);
    }
    for (const table of tables) table.upTo = Math.max(table.upTo, ordinal);
  }

  private midnightAfter(ordinal: number): number {
    let [low, high] = [0, this.midnights.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.midnights[middle]![0] <= ordinal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private tablesFor(type: string): readonly MemoryTable<unknown>[] {
    let tables = this.byType.get(type);
    if (!tables) {
      tables = [...this.tables.values()].filter((table) => hasHandler(table.view, type));
      this.byType.set(type, tables);
    }
    return tables;
  }
}
