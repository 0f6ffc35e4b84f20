import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { typesOf, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Decode } from './decoding.js';

/** In one turn of the event loop: senders are answered in between. */
const eventsAtOnce = 200;

export interface RefoldDependencies {
  readonly log: Pick<EventLog, 'readAll'>;
  readonly decode: Decode;
  readonly memory: MemoryRows;
  /** Called after each turn with the position, and the number of events read. */
  readonly onProgress?: (at: number, events: number) => void;
}

/**
 * Folds some views of memory up to an ordinal, beside the others, and reads only the event types that they use. Rejects with the error of the log or of
 * an event.
 */
export const refold = async (dependencies: RefoldDependencies, views: readonly AnyView[], upTo: number): Promise<void> => {
  const { log, decode, memory, onProgress } = dependencies;
  const names = views.map(({ name }) => name);
  const types = typesOf(views);
  let after = Math.min(upTo, ...names.map((name) => memory.positionOf(name)));
  let read = 0;
  while (after < upTo) {
    const page = await log.readAll({ after, limit: eventsAtOnce, types });
    const wantedEvents = page.filter(({ ordinal }) => ordinal <= upTo);
    for (const storedEvent of wantedEvents) memory.catchUp(names, decode(storedEvent));
    read += wantedEvents.length;
    after = wantedEvents.length < page.length || page.length === 0 ? upTo : page.at(-1)!.ordinal;
    onProgress?.(after, read);
    await nextTurn();
  }
  memory.endCatchUp(names, upTo);
};
