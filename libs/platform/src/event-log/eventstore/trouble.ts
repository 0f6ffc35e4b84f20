import { AppendConflict, AppendTooLarge, LogUnavailable, type Expected } from '../event-log.js';

/** Of the client’s errors: a class that it names, or gRPC’s own number. Neither is always there. */
interface Said {
  readonly type?: string;
  readonly code?: number;
  readonly message: string;
  readonly actualVersion?: bigint | string;
}

/** A call that has had no answer within its time. */
export class NoAnswer extends Error {
  readonly type = 'no-answer';
  constructor(ms: number) {
    super(`the server has not answered within ${ms} ms`);
  }
}

const saidBy = (error: unknown): Said => (error instanceof Error ? error : { message: String(error) });

export const isMissingStream = (error: unknown): boolean => saidBy(error).type === 'stream-not-found';

/** What will not be otherwise however often it is asked. */
const final = new Set(['stream-deleted', 'access-denied', 'wrong-expected-version', 'maximum-append-size-exceeded', 'invalid-argument']);

/** Whether the same question may have another answer a moment later. */
export const isPassing = (error: unknown): boolean => {
  const { type, code } = saidBy(error);
  if (type !== undefined) return !final.has(type) && type !== 'stream-not-found';
  return typeof code === 'number' || neverLeft(error);
};

/** That the request has not reached a server that would do it: no connection, or no leader there. */
export const neverLeft = (error: unknown): boolean => {
  const { type, message } = saidBy(error);
  if (type === 'not-leader' || type === 'access-denied' || type === 'stream-deleted') return true;
  return /No connection established|ECONNREFUSED|Name resolution failed|Failed to discover/.test(message);
};

/** Any trouble of a read as the port says it; a mistake of the program stays what it is. */
export const readTrouble = (error: unknown): Error => {
  const { type, code } = saidBy(error);
  if (error instanceof LogUnavailable) return error;
  if (type === undefined && code === undefined && !neverLeft(error)) return error instanceof Error ? error : new Error(String(error));
  return new LogUnavailable('not_applied', sentence(error), { cause: error });
};

/** Any trouble of an append as the port says it. `applied` is what is known of it: `unknown` once an attempt may have arrived. */
export const appendTrouble = (
  error: unknown,
  append: { readonly stream: string; readonly expected: Expected; readonly bytes: number },
  outcome: 'not_applied' | 'unknown',
): Error => {
  const { type, code, actualVersion } = saidBy(error);
  if (type === 'wrong-expected-version') {
    return new AppendConflict(append.stream, append.expected, typeof actualVersion === 'bigint' ? Number(actualVersion) : -1);
  }
  if (type === 'maximum-append-size-exceeded') return new AppendTooLarge(append.bytes);
  if (type === undefined && code === undefined && !neverLeft(error)) return error instanceof Error ? error : new Error(String(error));
  return new LogUnavailable(outcome, sentence(error), { cause: error });
};

const sayings: Readonly<Record<string, string>> = {
  'access-denied': 'EventStoreDB rejects the user of TOCSIN_EVENTSTORE',
  'stream-deleted': 'a stream was deleted on EventStoreDB',
  'not-leader': 'EventStoreDB has no leader that can be reached',
  'no-answer': 'EventStoreDB does not answer',
  'deadline-exceeded': 'EventStoreDB does not answer',
};

const sentence = (error: unknown): string => {
  const { type, message } = saidBy(error);
  return `${sayings[type ?? ''] ?? 'EventStoreDB can’t be reached'} (${message})`;
};
