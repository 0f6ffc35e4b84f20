import type { Worker } from 'node:worker_threads';

/**
 * Calls `onEnd` once the thread has exited and everything it sent was heard, with its error, or null when it had none. The 'error'
 * event alone may come before the last messages, and so does not say what the thread has done.
 */
export const onThreadEnd = (worker: Worker, onEnd: (error: Error | null) => void): void => {
  let error: Error | null = null;
  worker.once('error', (thrown: Error) => {
    error = thrown;
  });
  worker.once('exit', () => onEnd(error));
};
