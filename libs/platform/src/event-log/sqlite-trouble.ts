import { LogUnavailable } from './event-log.js';

const damaged = 'the log is damaged. Run “tocsin doctor” for details; stop the server and restore a backup';

/** What SQLite says when it is the machine’s fault, by the start of its code. */
const sayings: readonly (readonly [string, string])[] = [
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
 * The machine’s trouble as the port says it; undefined for any other error. A disk that fails while the commit is flushed leaves
 * it `unknown`: a crash right then may find the frames and replay them.
 */
export const troubleOf = (error: unknown, committing = false): LogUnavailable | undefined => {
  if (error instanceof LogUnavailable) return error;
  // by its code, not its class: the addon knows one class for the whole process, whoever loaded it first
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string') return undefined;
  const saying = sayings.find(([start]) => code.startsWith(start))?.[1];
  if (!saying) return undefined;
  const outcome = committing && code.startsWith('SQLITE_IOERR') ? 'unknown' : 'not_applied';
  return new LogUnavailable(outcome, `${saying} (${code}: ${String(message)})`, { cause: error });
};
