import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { computeChanges, withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { EventLog, StoredEvent } from '../event-log/event-log.js';

export type RowsByView = Readonly<Record<string, unknown>>;

/** The rows of one thing in several views, folded from its stream. A row that does not change stays the same object. */
export class RowsOfStream {
  private readonly stored = new Map<string, unknown>();
  rows: RowsByView = {};

  constructor(
    private readonly views: readonly AnyView[],
    private readonly id: string,
  ) {}

  /** The rows after the event. */
  take(event: Recorded): RowsByView {
    for (const view of this.views) {
      const changes = computeChanges(view, event, (key) => (key === this.id ? this.stored.get(view.name) : undefined));
      const change = changes.find(([key]) => key === this.id);
      if (!change) continue;
      this.stored.set(view.name, change[1] ?? undefined);
      this.rows = { ...this.rows, [view.name]: change[1] === null ? undefined : withoutBookkeeping(view, change[1]) };
    }
    return this.rows;
  }
}

const eventsPerTurn = 200;

/** The events of a stream in order, up to an ordinal: some in each turn of the event loop. */
export async function* eventsOfStream(log: Pick<EventLog, 'readStream'>, stream: string, upTo = Infinity): AsyncGenerator<StoredEvent> {
  for (let from = 0; ;) {
    const page = await log.readStream(stream, from, eventsPerTurn);
    for (const stored of page) {
      if (stored.ordinal > upTo) return;
      yield stored;
    }
    if (page.length === 0) return;
    from = page.at(-1)!.revision + 1;
    await nextTurn();
  }
}
