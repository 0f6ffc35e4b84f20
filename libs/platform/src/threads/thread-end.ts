import type { Worker } from 'node:worker_threads';

/**
 * Calls `onEnd` once the thread has exited and all its messages have arrived, with its error or null. The `error` event alone may come before the last
 * messages.
 */
export const onThreadEnd = (worker: Worker, onEnd: (error: Error | null) => void): void => {
  let error: Error | null = null;
  worker.once('error', (thrown: Error) => {
    error = thrown;
  });
  worker.once('exit', () => onEnd(error));
};
