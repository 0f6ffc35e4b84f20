/** Milliseconds after which a part that could not be loaded is asked for again. */
const retryDelay = 3_000;
/** Failures after which a part is said to be missing if the server answers otherwise: some browsers keep the first one until a reload. */
const missedAfter = 3;

/**
 * Loads a part that the first screen does without for a moment. It is asked for until it is there: a network that is lost in between breaks
 * nothing that is shown.
 */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      // loaded only now: where it can’t be loaded either, nothing is to be said
      if (failures >= missedAfter)
        void import('./say-missing.js').then(
          ({ sayMissing }) => sayMissing(),
          () => undefined,
        );
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
    }
  }
}
