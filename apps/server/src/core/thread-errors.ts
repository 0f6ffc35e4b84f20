/** Whether a thread ended because it needed more memory than its limit. */
export const isOutOfMemory = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Why a worker thread ended, in a sentence for the person who started the work; the error itself goes to the server’s log. */
export const describeThreadError = (error: unknown): string =>
  isOutOfMemory(error)
    ? 'Stopped: it needed more memory than it may use. Try it with less data.'
    : 'Stopped unexpectedly. Try again; details are in the server log.';
