import { AppendConflict, AppendTooLarge, LogUnavailable, type ExpectedRevision } from '../event-log.js';

/** What identifies the client’s errors: the name of a class, or a gRPC status code. Either may be missing. */
interface ErrorParts {
  readonly type?: string;
  readonly code?: number;
  readonly message: string;
  readonly actualVersion?: bigint | string;
}

export class AnswerTimeout extends Error {
  readonly type = 'no-answer';
  constructor(ms: number) {
    super(`the server has not answered within ${ms} ms`);
  }
}

const toErrorParts = (error: unknown): ErrorParts => (error instanceof Error ? error : { message: String(error) });

export const isMissingStream = (error: unknown): boolean => toErrorParts(error).type === 'stream-not-found';

/** Errors that a repeat can’t change. */
const final = new Set(['stream-deleted', 'access-denied', 'wrong-expected-version', 'maximum-append-size-exceeded', 'invalid-argument']);

export const isPassing = (error: unknown): boolean => {
  const { type, code } = toErrorParts(error);
  if (type !== undefined) return !final.has(type) && type !== 'stream-not-found';
  return typeof code === 'number' || isUnsent(error);
};

/** Whether the request can’t have reached a server that would execute it: no connection, or not the leader. */
export const isUnsent = (error: unknown): boolean => {
  const { type, message } = toErrorParts(error);
  if (type === 'not-leader' || type === 'access-denied' || type === 'stream-deleted') return true;
  return /No connection established|ECONNREFUSED|Name resolution failed|Failed to discover/.test(message);
};

/** Converts an error of a read to a LogUnavailable; a bug stays as it is. */
export const readTrouble = (error: unknown): Error => {
  const { type, code } = toErrorParts(error);
  if (error instanceof LogUnavailable) return error;
  if (type === undefined && code === undefined && !isUnsent(error)) return error instanceof Error ? error : new Error(String(error));
  return new LogUnavailable('not_applied', describeError(error), { cause: error });
};

/** Converts an error of an append to one of the port’s errors. `outcome`: `unknown` once an attempt may have arrived. */
export const appendTrouble = (
  error: unknown,
  append: { readonly stream: string; readonly expectedRevision: ExpectedRevision; readonly bytes: number },
  outcome: 'not_applied' | 'unknown',
): Error => {
  const { type, code, actualVersion } = toErrorParts(error);
  if (type === 'wrong-expected-version') {
    return new AppendConflict(append.stream, append.expectedRevision, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1);
  }
  if (type === 'maximum-append-size-exceeded') return new AppendTooLarge(append.bytes);
  if (type === undefined && code === undefined && !isUnsent(error)) return error instanceof Error ? error : new Error(String(error));
  return new LogUnavailable(outcome, describeError(error), { cause: error });
};

const sentences: Readonly<Record<string, string>> = {
  'access-denied': 'EventStoreDB rejects the user of TOCSIN_EVENTSTORE',
  'stream-deleted': 'a stream was deleted on EventStoreDB',
  'not-leader': 'EventStoreDB has no leader that can be reached',
  'no-answer': 'EventStoreDB does not answer',
  'deadline-exceeded': 'EventStoreDB does not answer',
};

const describeError = (error: unknown): string => {
  const { type, message } = toErrorParts(error);
  return `${sentences[type ?? ''] ?? 'EventStoreDB can’t be reached'} (${message})`;
};
