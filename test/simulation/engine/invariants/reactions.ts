import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { maxEarlyEvents } from '../installation.js';
import type { ObservedServer } from '../effect-calls.js';
import type { Invariant } from './invariant.js';

/**
 * A reactor that takes over starts where the log says that events were handled: a lost file, or a standby, does not react to past
 * events again.
 */
export const reactions = (): Invariant => {
  const handledOrdinals = new WeakMap<ObservedServer, number>();
  const askedAgain = new Set<number | null>();
  return {
    onEvent: ({ type, data }) => {
      if (type !== 'ReactionRetryAsked') return [];
      for (const { ordinal } of (data as FactOf<'ReactionRetryAsked'>).failures) askedAgain.add(ordinal);
      return [];
    },
    onStart: (server, { memory }) => {
      handledOrdinals.set(server, memory.handledUpTo);
      return [];
    },
    onReaction: (server, { ordinal, type }) => {
      const upTo = handledOrdinals.get(server) ?? 0;
      const isPast = ordinal <= upTo - maxEarlyEvents && !askedAgain.has(ordinal);
      return isPast ? [`${ordinal}: ${server.process.node} reacts to ${type} again, which was handled before it started`] : [];
    },
  };
};
