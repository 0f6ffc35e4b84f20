import type { Problem } from '@tocsin/contracts/refusals.js';
import { store } from '../store.js';

/** The server refused the request, or (problem null) could not be reached. */
export class ApiError extends Error {
  readonly problem: Problem | null;
  /** Whether the deadline passed without a response. */
  readonly isLate: boolean;

  constructor(problem: Problem | null, isLate = false) {
    super(problem?.detail ?? unreachable.says);
    this.problem = problem;
    this.isLate = isLate;
  }

  get code(): Problem['code'] | 'unreachable' {
    return this.problem?.code ?? 'unreachable';
  }
}

const unreachable = {
  says: 'The server could not be reached. Nothing was changed.',
  todo: 'You can safely try again.',
};

/** A part of the app that could not be loaded: mostly the network is lost; some browsers keep the failure until a reload. */
const notLoaded = {
  says: 'It could not be loaded.',
  todo: 'Try again, or load the page again.',
};

/** Whether there was no answer: the outcome is unknown, and repeating the request with the same key is safe. */
export const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.problem === null;

/** Whether the outcome may still be another one: without an answer, or with one that is not about the request. */
export const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem === null || error.problem.status >= 500 || [401, 429].includes(error.problem.status));

/** A part of the app could not be loaded. */
export const isNotLoaded = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message);

/** The error as text: what is wrong, and what to do. */
export function wordsOf(error: unknown): { says: string; todo: string } {
  if (isNotLoaded(error)) return notLoaded;
  if (!(error instanceof ApiError)) return { says: 'This screen failed. Nothing was changed.', todo: 'Load the page again.' };
  return error.problem ? { says: error.problem.detail, todo: error.problem.todo } : unreachable;
}

/** Why something could not be read, in a sentence or two: reading changes nothing. */
export function wordsOfReading(error: unknown): string {
  if (isUnreachable(error)) return 'The server could not be reached. Nothing was lost.';
  const fields = Object.values(fieldErrorsOf(error)).join(' ');
  const { says, todo } = fields ? { says: fields, todo: '' } : wordsOf(error);
  return [says, ...(todo ? [todo] : []), ...(/nothing was/i.test(says + todo) ? [] : ['Nothing was lost.'])].join(' ');
}

/** Seconds after which the server wants to be asked again; 0 if it did not say. */
export const secondsToWait = (error: unknown): number => {
  const seconds = error instanceof ApiError ? error.problem?.params?.seconds : undefined;
  return typeof seconds === 'number' ? seconds : 0;
};

/** Whether there were too many requests: asking again later helps, however often it takes. */
export const isLimited = (error: unknown): boolean => error instanceof ApiError && error.code === 'limit.rate';

/** Until when the server wants no further requests: milliseconds of this machine’s clock; 0: it never refused one. */
export const limitedUntil = store(0);

/** path → message, for the fields of a form. Empty when the refusal is not about fields. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries((error.problem?.errors ?? []).map(({ path, message }) => [path, message])) : {};

/** Milliseconds; the longest read waits five seconds for what its client has just done. */
const deadline = 30_000;

interface ApiRequest {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** The one fetch: same origin, session by cookie. Throws `ApiError`. */
export async function api<T>(method: 'GET' | 'POST' | 'DELETE', path: string, { body, headers, signal }: ApiRequest = {}): Promise<T> {
  const answer = await reach(path, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok) return content as T;
  const error = new ApiError(isProblem(content) ? content : null);
  if (isLimited(error)) limitedUntil.set(Date.now() + secondsToWait(error) * 1_000);
  throw error;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(deadline);
  try {
    return await fetch(`/api${path}`, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(null, late.aborted);
  }
}

const isProblem = (content: unknown): content is Problem =>
  typeof content === 'object' && content !== null && 'code' in content && 'detail' in content;
