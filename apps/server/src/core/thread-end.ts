import type { Worker } from 'node:worker_threads';

/**
 * Calls `over` once the thread has exited and everything it sent was heard, with its error, or null when it had none. The 'error'
 * event alone may come before the last messages, and so does not say what the thread has done.
 */
export const onThreadEnd = (worker: Worker, over: (error: Error | null) => void): void => {
  let error: Error | null = null;
  worker.once('error', (thrown: Error) => {
    error = thrown;
  });
  worker.once('exit', () => over(error));
};

/** Why a worker thread ended, in a sentence for the person who started the work; the error itself goes to the server’s log. */
export const threadTrouble = (error: unknown): string =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'Stopped: it needed more memory than it may use. Try it with less data.'
    : 'Stopped unexpectedly. Try again; details are in the server log.';
