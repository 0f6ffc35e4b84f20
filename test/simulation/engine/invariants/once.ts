import type { Invariant } from './invariant.js';

/**
 * A command is decided once, however often it is sent, by any sender and to any process: a second press, or another reactor, gets
 * `known`.
 */
export const once = (): Invariant => {
  const decided = new Set<string>();
  return {
    appended: (events) => {
      const ids = new Set(events.map(({ meta: { commandId, actor } }) => `${actor.kind}:${actor.id} ${commandId}`));
      const again = [...ids].filter((id) => decided.has(id));
      for (const id of ids) decided.add(id);
      return again.map((id) => `${events[0]!.ordinal}: the command of ${id} is decided a second time, as ${events[0]!.type}`);
    },
  };
};
