import { setImmediate as nextTurn } from 'node:timers/promises';

/** Deliveries in one turn of the event loop, where one row to one socket is one delivery; about ten milliseconds of work. */
export const deliveriesAtOnce = 1_000;
/** The most rows that wait. With more, browsers would get outdated rows for minutes: they reload their views instead. */
export const maxRows = 5_000;

interface RowPosition {
  readonly view: string;
  readonly ordinal: number;
}

export interface DeliveriesDependencies<R extends RowPosition> {
  /** Sends a row to the subscribed sockets; returns their number. */
  readonly deliver: (row: R) => number;
  /** Called when rows of these views are dropped: browsers have to reload them. */
  readonly leaveOut: (views: readonly string[]) => void;
  /** Everything up to this ordinal was delivered; null: everything. */
  readonly onDelivered: (ordinal: number | null) => void;
}

/**
 * Rows on their way to sockets: a limited number in each turn, however many were saved at once and however many sockets are
 * subscribed.
 */
export class Deliveries<R extends RowPosition> {
  private queue: R[] = [];
  private isRunning = false;

  constructor(private readonly dependencies: DeliveriesDependencies<R>) {}

  /** Delivers the first of them at once. */
  add(rows: readonly R[]): void {
    this.queue = this.queue.concat(rows);
    if (this.queue.length > maxRows) {
      const views = [...new Set(this.queue.map(({ view }) => view))];
      this.queue = [];
      this.dependencies.leaveOut(views);
    }
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let hasMore = this.takeBatch(); this.queue.length > 0; hasMore = this.takeBatch()) {
      this.dependencies.onDelivered(hasMore);
      await nextTurn();
    }
    this.isRunning = false;
    this.dependencies.onDelivered(null);
  }

  /** Delivers as many as one turn allows; returns the ordinal of the last. */
  private takeBatch(): number {
    let [rows, deliveries, last] = [0, 0, 0];
    for (; rows < this.queue.length && deliveries < deliveriesAtOnce; rows += 1) {
      const row = this.queue[rows]!;
      // a row without subscribers has a small cost, too
      deliveries += Math.max(this.dependencies.deliver(row), 1);
      last = row.ordinal;
    }
    this.queue = this.queue.slice(rows);
    return last;
  }
}
