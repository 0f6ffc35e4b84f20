import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';

export type Timer = Pick<MonotonicClock, 'after'>;

/** `given_up`: by the caller. */
export type EndReason = 'deadline' | 'given_up';

/** Ends after `deadlineMs`, or when one of `signals` aborts, whichever is first. `clear()` removes timer and listeners: call it when done. */
export const startDeadline = (deadlineMs: number, signals: readonly (AbortSignal | undefined)[], timer: Timer = systemMonotonicClock) => {
  const controller = new AbortController();
  const end = (because: EndReason) => (): void => controller.abort(because);
  const giveUp = end('given_up');
  const cancel = timer.after(deadlineMs, end('deadline'));
  for (const signal of signals) {
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  }
  return {
    signal: controller.signal,
    /** Null while it has not ended. */
    because: (): EndReason | null => (controller.signal.aborted ? (controller.signal.reason as EndReason) : null),
    /** Calls back when it ends; at once when it has. */
    onEnd: (call: () => void): void =>
      controller.signal.aborted ? call() : controller.signal.addEventListener('abort', call, { once: true }),
    clear: (): void => {
      cancel();
      for (const signal of signals) signal?.removeEventListener('abort', giveUp);
    },
  };
};
