import { nextTurn, systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';

/** What is computed in parts; others have a turn wherever it has lasted long. */
export async function inTurns<T>(parts: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
    if (systemMonotonicClock.isTurnLong()) await nextTurn(systemMonotonicClock);
  }
}
