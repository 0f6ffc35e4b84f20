import { LogUnavailable } from './event-log.js';

const damaged = 'the log is damaged. Run “tocsin doctor” for details; stop the server and restore a backup';

/** For SQLite errors that are the machine’s fault, by the start of the error code. */
const sentences: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', 'the disk that holds the log is full'],
  ['SQLITE_IOERR', 'the disk that holds the log can’t be read or written'],
  ['SQLITE_READONLY', 'the log may not be written'],
  ['SQLITE_BUSY', 'another program holds the log'],
  ['SQLITE_LOCKED', 'another program holds the log'],
  ['SQLITE_CANTOPEN', 'the log can’t be opened'],
  ['SQLITE_NOMEM', 'the memory for the log is used up'],
  ['SQLITE_CORRUPT', damaged],
  ['SQLITE_NOTADB', damaged],
];

/**
 * Undefined for errors that are not the machine’s. When the disk fails while a commit is flushed, the outcome is `unknown`: after a crash at that moment,
 * recovery may find the frames and replay them.
 */
export const troubleOf = (error: unknown, isCommitting = false): LogUnavailable | undefined => {
  if (error instanceof LogUnavailable) return error;
  // by code instead of class: the native addon has one error class for the whole process, whichever context loaded it first
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string') return undefined;
  const sentence = sentences.find(([start]) => code.startsWith(start))?.[1];
  if (!sentence) return undefined;
  const outcome = isCommitting && code.startsWith('SQLITE_IOERR') ? 'unknown' : 'not_applied';
  return new LogUnavailable(outcome, `${sentence} (${code}: ${String(message)})`, { cause: error });
};
