/** Why a thread that worked for somebody ended, in words for them; the error itself is for the server’s log. */
export const threadTrouble = (error: unknown): string =>
  (error as { readonly code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'Stopped: it needed more memory than it may use. Try it with less data.'
    : 'Stopped unexpectedly. Try again; details are in the server log.';
