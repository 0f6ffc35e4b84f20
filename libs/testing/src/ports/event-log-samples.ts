import { randomUUID } from 'node:crypto';
import {
  LogUnavailable,
  type AppendConflict,
  type EventLog,
  type NewEvent,
  type StoredEvent,
} from '@tocsin/platform/event-log/event-log.js';
import { ItemCollector } from '../await-items.js';

/** An event with a new id. */
export const anEvent = (changes: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingSaid',
  v: 1,
  data: JSON.stringify({ text: 'hello' }),
  meta: JSON.stringify({ at: '2026-11-21T03:12:00.000Z' }),
  ...changes,
});

/** A number of events with distinct ids and data. */
export const someEvents = (count: number, changes: Partial<NewEvent> = {}): readonly NewEvent[] =>
  Array.from({ length: count }, (_, n) => anEvent({ data: JSON.stringify({ n }), ...changes }));

/** The name of a stream that does not exist yet. */
export const aStream = (): string => `toy-${randomUUID()}`;

export const idsOf = (events: readonly NewEvent[]): readonly string[] => events.map((event) => event.id);

/** The log to its end, page by page. */
export const readEverything = async (log: EventLog, types?: readonly string[], limit = 1000): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = [];
  for (;;) {
    const after = all.at(-1)?.ordinal ?? 0;
    const page = await log.readAll({ after, limit, ...(types ? { types } : {}) });
    if (page.length === 0) return all;
    if (page[0]!.ordinal <= after) throw new Error(`asked for what is after ${after}, got ${page[0]!.ordinal}`);
    all.push(...page);
  }
};

/** Why an append was refused; fails when it was not. */
export const refusalOf = async (appending: Promise<unknown>): Promise<AppendConflict> => {
  const result: unknown = await appending.catch((error: unknown) => error);
  if (result instanceof Error && !(result instanceof LogUnavailable)) return result as AppendConflict;
  throw new Error(`expected a refusal, got ${JSON.stringify(result)}`, { cause: result });
};

/** Collects what a log delivers; tests can wait on it. */
export class DeliveredEvents {
  readonly events = new ItemCollector<StoredEvent>('event');
  readonly batches: (readonly StoredEvent[])[] = [];

  readonly handler = (batch: readonly StoredEvent[]): void => {
    this.batches.push(batch);
    for (const event of batch) this.events.add(event);
  };

  get ids(): readonly string[] {
    return idsOf(this.events.items);
  }
  async until(event: NewEvent, timeoutMs = 20_000): Promise<void> {
    await this.events.waitFor(({ id }) => id === event.id, timeoutMs);
  }
}

/** A gate at which a handler waits until the test opens it. */
export class Gate {
  private release: () => void = () => {};
  readonly whenOpened = new Promise<void>((resolve) => (this.release = resolve));
  open(): void {
    this.release();
  }
}
