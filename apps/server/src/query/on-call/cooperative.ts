import { nextTurn, systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';

/** Runs a computation in parts, and yields to the event loop when a turn has lasted long. */
export async function runCooperatively<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (systemMonotonicClock.isTurnLong()) await nextTurn(systemMonotonicClock);
  }
}
