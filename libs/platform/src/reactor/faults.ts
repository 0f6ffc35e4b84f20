import { TooManyConflicts } from '../bus/command-runner.js';
import { UnknownEventType } from '../codec/codec.js';
import { AppendConflict, AppendTooLarge, LogUnavailable } from '../event-log/event-log.js';
import { VaultRefused } from '../vault/vault.js';

const retryableErrors = [LogUnavailable, AppendConflict, TooManyConflicts, VaultRefused, UnknownEventType] as const;

/** Errors of databases and networks, which have a code. */
const isOfStore = (error: Error): boolean => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(?:SQLITE_|E[A-Z]+$)/.test(code);
};

/**
 * A log, a vault or a store that does not answer, or a conflict with other writers: a later retry helps. Every other error is a fault of the work itself.
 */
export const isWaitedOut = (error: unknown): boolean =>
  error instanceof Error && (retryableErrors.some((kind) => error instanceof kind) || isOfStore(error));

/** Milliseconds before a retry of what is waited out. */
export const pauseOfOutage = 1_000;

const most = 200;

/**
 * The recorded form of a fault: its class and the function that threw it. Messages of errors may contain data, even secrets, and records stay forever;
 * only messages of our own errors that contain nothing but sizes are kept.
 */
export const reasonOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return 'a non-Error value was thrown';
  if (fault instanceof AppendTooLarge) return fault.message;
  const frame = /^\s+at (?:async )?([\w.$<>[\] ]+?) \(/m.exec(fault.stack ?? '')?.[1];
  return `${fault.name}${frame ? ` in ${frame}` : ''}`.slice(0, most);
};
