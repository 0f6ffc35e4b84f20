import { setImmediate as nextTurn } from 'node:timers/promises';
import { computeChanges, withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { ShownRow } from './view-store.js';

export interface StreamFoldDependencies {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly decode: Decode;
}

const eventsPerTurn = 50;

/** Past states of rows that are made from one stream each: folded on demand, a few events in each turn of the event loop. */
export class StreamFold {
  constructor(private readonly dependencies: StreamFoldDependencies) {}

  /** The row after an ordinal, or now. Undefined when there was no such row. */
  async foldRow(view: AnyView, id: string, upTo = Infinity): Promise<ShownRow | undefined> {
    const { log, decode } = this.dependencies;
    let row: unknown;
    let ordinal = 0;
    for (let from = 0; ;) {
      const page = await log.readStream((view.stream ?? view.leaves!.streamOf)(id), from, eventsPerTurn);
      for (const storedEvent of page) {
        if (storedEvent.ordinal > upTo) return toShownRow(view, id, row, ordinal);
        for (const [, changed] of computeChanges(view, decode(storedEvent), (key) => (key === id ? row : undefined))) {
          row = changed ?? undefined;
          ordinal = storedEvent.ordinal;
        }
      }
      if (page.length === 0) return toShownRow(view, id, row, ordinal);
      from = page.at(-1)!.revision + 1;
      await nextTurn();
    }
  }
}

const toShownRow = (view: AnyView, id: string, row: unknown, ordinal: number): ShownRow | undefined =>
  row === undefined ? undefined : { id, row: withoutBookkeeping(view, row), ordinal };
