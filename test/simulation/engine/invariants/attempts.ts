import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { callsAtOnce } from '../simulated-server.js';
import type { Invariant } from './invariant.js';

/**
 * An attempt is claimed once, and handed to its provider once; no attempt of a cancelled page is claimed. Concurrent calls are
 * limited.
 */
export const attempts = (): Invariant => {
  const cancelledIds = new Set<string>();
  const claimedIds = new Set<string>();
  const claim = ({ ordinal, data }: Recorded): readonly string[] => {
    const { attemptId, pageId } = data as FactOf<'AttemptStarted'>;
    const violations: string[] = [];
    if (cancelledIds.has(pageId)) violations.push(`${ordinal}: a cancelled page is attempted`);
    if (claimedIds.has(attemptId)) violations.push(`${ordinal}: attempt ${attemptId} is claimed twice`);
    claimedIds.add(attemptId);
    return violations;
  };
  return {
    onEvent: (event) => {
      if (event.type === 'PageCancelled') cancelledIds.add((event.data as FactOf<'PageCancelled'>).pageId);
      return event.type === 'AttemptStarted' ? claim(event) : [];
    },
    onEnd: ({ installation: { providers } }) => {
      const ids = providers.handovers.map(({ attemptId }) => attemptId);
      const seenIds = new Set<string>();
      const repeatedIds = new Set(ids.filter((id) => seenIds.size === seenIds.add(id).size));
      return [
        ...[...repeatedIds].map((id) => `attempt ${id} was handed to its provider twice`),
        ...(providers.maxConcurrentCalls > callsAtOnce ? [`${providers.maxConcurrentCalls} calls of one provider at once`] : []),
      ];
    },
  };
};
