import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Invariant } from './invariant.js';

/** What ends something that was planned; a repeat under another command would be a second outcome of it. */
const ofTimers = new Set(['EscalationStepTaken', 'HolderAsked', 'UpdateSent']);

/** Whatever was planned has one outcome: nothing follows twice from the event that planned it. */
export const outcomes = (): Invariant => {
  const known = new Set<string>();
  return {
    after: ({ type, ordinal, stream, meta: { causationId } }: Recorded) => {
      if (!ofTimers.has(type) || causationId === null) return [];
      const outcome = `${stream} ${causationId} ${type}`;
      if (known.has(outcome)) return [`${ordinal}: ${type} a second time because of ${causationId}`];
      known.add(outcome);
      return [];
    },
  };
};
