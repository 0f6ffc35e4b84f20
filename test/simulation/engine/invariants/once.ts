import type { Invariant } from './invariant.js';

/**
 * A command is decided once, however often it is sent, by any sender and to any process: a second press, or another reactor, gets
 * `known`.
 */
export const eachCommandOnce = (): Invariant => {
  const decidedIds = new Set<string>();
  return {
    onAppend: (events) => {
      const ids = new Set(events.map(({ meta: { commandId, actor } }) => `${actor.kind}:${actor.id} ${commandId}`));
      const repeatedIds = [...ids].filter((id) => decidedIds.has(id));
      for (const id of ids) decidedIds.add(id);
      return repeatedIds.map((id) => `${events[0]!.ordinal}: the command of ${id} is decided a second time, as ${events[0]!.type}`);
    },
  };
};
