import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { callsAtOnce } from '../simulated-server.js';
import type { Invariant } from './invariant.js';

/**
 * An attempt is claimed once, and handed to its provider once; no attempt of a cancelled page is claimed. Concurrent calls are
 * limited.
 */
export const attempts = (): Invariant => {
  const cancelled = new Set<string>();
  const claimed = new Set<string>();
  const claim = ({ ordinal, data }: Recorded): readonly string[] => {
    const { attemptId, pageId } = data as FactOf<'AttemptStarted'>;
    const found: string[] = [];
    if (cancelled.has(pageId)) found.push(`${ordinal}: a cancelled page is attempted`);
    if (claimed.has(attemptId)) found.push(`${ordinal}: attempt ${attemptId} is claimed twice`);
    claimed.add(attemptId);
    return found;
  };
  return {
    before: (event) => {
      if (event.type === 'PageCancelled') cancelled.add((event.data as FactOf<'PageCancelled'>).pageId);
      return event.type === 'AttemptStarted' ? claim(event) : [];
    },
    atEnd: ({ installation: { providers } }) => {
      const ids = providers.handed.map(({ attemptId }) => attemptId);
      const twice = new Set(ids.filter((id, n) => ids.indexOf(id) !== n));
      return [
        ...[...twice].map((id) => `attempt ${id} was handed to its provider twice`),
        ...(providers.mostAtOnce > callsAtOnce ? [`${providers.mostAtOnce} calls of one provider at once`] : []),
      ];
    },
  };
};
