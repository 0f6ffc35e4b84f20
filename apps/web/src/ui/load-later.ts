/** Milliseconds before a failed load is retried. */
const retryDelay = 3_000;
/** Failures after which a part is reported as missing although the server answers: some browsers cache the first failure until a reload. */
const missedAfter = 3;

/** Loads a non-critical part: retried until it succeeds, so that a lost network breaks nothing that is shown. */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      // loaded only now: if it fails again, no error is shown
      if (failures >= missedAfter)
        void import('./say-missing.js').then(
          ({ sayMissing }) => sayMissing(),
          () => undefined,
        );
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
    }
  }
}
