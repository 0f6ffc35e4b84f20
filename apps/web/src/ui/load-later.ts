/** Milliseconds after which a part that could not be loaded is asked for again. */
const again = 3_000;

/**
 * Loads a part that the first screen does without for a moment. It is asked for until it is there: a network that is lost in between breaks
 * nothing that is shown.
 */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, again));
    }
  }
}
