import { setImmediate as nextTurn } from 'node:timers/promises';

/** Deliveries in one turn of the loop: a row to one socket is one. Some ten milliseconds’ worth. */
export const deliveriesAtOnce = 1_000;
/** Rows that wait. Whoever watches would be told of the past for minutes: what they show is read anew instead. */
export const rowsKept = 5_000;

interface Row {
  readonly view: string;
  readonly ordinal: number;
}

export interface DeliveriesParts<R extends Row> {
  /** Hands a row to whoever watches; answers how many that were. */
  readonly deliver: (row: R) => number;
  /** Rows of these views are left out: they are to be read again. */
  readonly leaveOut: (views: readonly string[]) => void;
  /** Everything up to this ordinal was handed over; null: all there is. */
  readonly onDelivered: (ordinal: number | null) => void;
}

/** Rows on their way to sockets: so many in a turn, however many were saved at once and however many watch. */
export class Deliveries<R extends Row> {
  private waiting: R[] = [];
  private isRunning = false;

  constructor(private readonly parts: DeliveriesParts<R>) {}

  /** The first of them are delivered at once. */
  add(rows: readonly R[]): void {
    this.waiting = this.waiting.concat(rows);
    if (this.waiting.length > rowsKept) {
      const views = [...new Set(this.waiting.map(({ view }) => view))];
      this.waiting = [];
      this.parts.leaveOut(views);
    }
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let last = this.some(); this.waiting.length > 0; last = this.some()) {
      this.parts.onDelivered(last);
      await nextTurn();
    }
    this.isRunning = false;
    this.parts.onDelivered(null);
  }

  /** As many as one turn takes; the ordinal of the last. */
  private some(): number {
    let [rows, deliveries, last] = [0, 0, 0];
    for (; rows < this.waiting.length && deliveries < deliveriesAtOnce; rows += 1) {
      const row = this.waiting[rows]!;
      // one that nobody watches costs a little, too
      deliveries += Math.max(this.parts.deliver(row), 1);
      last = row.ordinal;
    }
    this.waiting = this.waiting.slice(rows);
    return last;
  }
}
