import { useClock } from '../time/clock.js';
import { useStore } from '../store.js';
import { connection, type Connection } from './live.js';

export const useConnection = (): Connection => useStore(connection);

const graceTime = 4_000;

/** Whether the data may be stale: disconnected for longer than the grace period, or never connected since it was restored. */
export function useIsStale(): boolean {
  const { state, since, trueAt } = useConnection();
  return useClock(() => state !== 'live' && (trueAt < since || (state === 'lost' && Date.now() - since > graceTime)));
}

/** The age of the data on the screen, in milliseconds; 0 while the connection is live. */
export const ageOfShown = ({ state, trueAt }: Connection): number => (state === 'live' ? 0 : Math.max(0, Date.now() - trueAt));
