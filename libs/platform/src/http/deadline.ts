/**
 * A signal that aborts after `deadlineMs`, or when `outer` does. `passed()` says whether it was the deadline. Call `end()` when done:
 * it takes the timer and the listener away.
 */
export const deadline = (deadlineMs: number, outer?: AbortSignal) => {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, deadlineMs);
  const abort = (): void => controller.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    passed: () => passed,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
};
