/** Why something was ended before it was done: its time was up, or somebody who waited gave up. */
export type Ended = 'deadline' | 'given_up';

/** Ends after `deadlineMs`, or when one of `signals` aborts, whichever is first. Call `clear()` when done: it takes timer and listeners away. */
export const deadline = (deadlineMs: number, signals: readonly (AbortSignal | undefined)[]) => {
  const controller = new AbortController();
  const end = (because: Ended) => (): void => controller.abort(because);
  const giveUp = end('given_up');
  const timer = setTimeout(end('deadline'), deadlineMs);
  for (const signal of signals) {
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  }
  return {
    signal: controller.signal,
    /** Null while it has not ended. */
    because: (): Ended | null => (controller.signal.aborted ? (controller.signal.reason as Ended) : null),
    /** Calls back when it ends; at once when it has. */
    onEnd: (call: () => void): void =>
      controller.signal.aborted ? call() : controller.signal.addEventListener('abort', call, { once: true }),
    clear: (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', giveUp);
    },
  };
};
