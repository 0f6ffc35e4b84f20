import { LogUnavailable, type EventLog } from '../event-log.js';
import type { OrdinalIndex } from './ordinal-index.js';

/**
 * Resolves when everything on the server is counted, however long that takes: one `head` waits only for its deadline, and an empty index of a long log
 * needs more. Throws LogUnavailable when a whole `head` has counted nothing more.
 */
export const countToTheEnd = async (
  log: Pick<EventLog, 'head'>,
  index: Pick<OrdinalIndex, 'last' | 'checkpoint'>,
  onCounted: (ordinal: number) => void = () => {},
): Promise<void> => {
  for (;;) {
    const before = index.checkpoint;
    try {
      return onCounted((await log.head()).ordinal);
    } catch (error) {
      const { commit, prepare } = index.checkpoint;
      const isUnmoved = commit === before.commit && prepare === before.prepare;
      if (isUnmoved || !(error instanceof LogUnavailable)) throw error;
      onCounted(index.last?.ordinal ?? 0);
    }
  }
};
