import { nextTurn, type MonotonicClock } from '../clock/monotonic-clock.js';

/** At most this many lanes run at once. */
const wide = 64;

/**
 * Runs work of one lane in order, and different lanes concurrently. Starts nothing more in a turn of the event loop that has lasted long: decisions that
 * never wait would block senders, sockets and screens. Resolves when everything is done.
 */
export const inLanes = async <T>(
  work: readonly T[],
  laneOf: (one: T) => string,
  run: (one: T) => Promise<void>,
  monotonic: MonotonicClock,
): Promise<void> => {
  const lanes = new Map<string, T[]>();
  for (const one of work) {
    const lane = lanes.get(laneOf(one));
    if (lane) lane.push(one);
    else lanes.set(laneOf(one), [one]);
  }
  const remainingLanes = [...lanes.values()].values();
  const runLane = async (): Promise<void> => {
    for (const lane of remainingLanes) {
      for (const one of lane) {
        while (monotonic.isTurnLong()) await nextTurn(monotonic);
        await run(one);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(wide, lanes.size) }, runLane));
};
