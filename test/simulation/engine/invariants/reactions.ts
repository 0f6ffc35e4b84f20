import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { mostEarly } from '../installation.js';
import type { SeenServer } from '../effect-calls.js';
import type { Invariant } from './invariant.js';

/**
 * A reactor that takes over starts where the log says that events were handled: a lost file, or a standby, does not react to past
 * events again.
 */
export const reactions = (): Invariant => {
  const handled = new WeakMap<SeenServer, number>();
  const askedAgain = new Set<number | null>();
  return {
    before: ({ type, data }) => {
      if (type !== 'ReactionRetryAsked') return [];
      for (const { ordinal } of (data as FactOf<'ReactionRetryAsked'>).failures) askedAgain.add(ordinal);
      return [];
    },
    starts: (server, { memory }) => {
      handled.set(server, memory.handledUpTo);
      return [];
    },
    reacts: (server, { ordinal, type }) => {
      const upTo = handled.get(server) ?? 0;
      const isPast = ordinal <= upTo - mostEarly && !askedAgain.has(ordinal);
      return isPast ? [`${ordinal}: ${server.process.node} reacts to ${type} again, which was handled before it started`] : [];
    },
  };
};
