import { randomUUID } from 'node:crypto';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import { limits } from '@tocsin/contracts/limits.js';
import { fill, refusals, type BlockingReference, type Problem, type RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { TooManyConflicts } from '@tocsin/platform/bus/command-runner.js';
import { describeMachineError } from '@tocsin/platform/data-folder/machine-errors.js';
import { AppendTooLarge, LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import type { z } from 'zod';
import { problemDetails } from './problem-details.js';

sayFieldWords();

type Params = Readonly<Record<string, string | number>>;

/** A refusal as an exception: any route may throw it, and it is answered as RFC 9457 problem details. */
export class HttpProblem extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly params: Params = {},
    readonly errors?: Problem['errors'],
    readonly retryAfter?: number,
    readonly inTheWay: readonly BlockingReference[] = [],
  ) {
    super(fill(refusals[code].says, params));
  }
}

/** A secret in an address or a body is wrong: answered as its code, and counted as a guess of the client’s network. */
export class WrongSecret extends HttpProblem {}

export const problemOf = ({ code, ...details }: HttpProblem, correlationId: string = randomUUID()): Problem => ({
  ...problemDetails(code, details),
  correlationId,
});

/** A decider’s refusal as a problem. */
export const toRefusedProblem = (refusal: Refusal): HttpProblem => {
  const code = refusal.code as RefusalCode;
  const message = fill(refusals[code].says, refusal.params);
  const errors = refusal.path ? [{ path: refusal.path, code, message }] : undefined;
  return new HttpProblem(code, refusal.params, errors, undefined, refusal.inTheWay as readonly unknown[] as readonly BlockingReference[]);
};

export const invalidProblem = (error: z.ZodError): HttpProblem =>
  new HttpProblem(
    'request.invalid',
    {},
    error.issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message })),
  );

/** Parses with a contract. Throws HttpProblem request.invalid with an error for each field. */
export const parseOrThrow = <S extends z.ZodType>(schema: S, value: unknown): z.infer<S> => {
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw invalidProblem(result.error);
  return result.data;
};

const retrySoon = 5;

/** An error of Fastify or Nest with an HTTP status. */
const toHttpProblem = (error: unknown): HttpProblem | null => {
  const { code, status, statusCode = status } = (error ?? {}) as { code?: unknown; statusCode?: unknown; status?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new HttpProblem('request.too_large', { limit: `${limits.apiBodyBytes / 1_024 / 1_024} MiB` });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return new HttpProblem('request.unsupported_media_type');
  if (statusCode === 404) return new HttpProblem('request.not_found');
  return statusCode === 400 ? new HttpProblem('request.malformed') : null;
};

/** The problem for a thrown value; null for a bug, which becomes a 500. */
export const asProblem = (error: unknown): HttpProblem | null => {
  if (error instanceof HttpProblem) return error;
  if (error instanceof LogUnavailable) return new HttpProblem('store.unavailable', {}, undefined, retrySoon);
  if (error instanceof ViewsUnavailable) return new HttpProblem('store.views_unavailable', {}, undefined, retrySoon);
  if (error instanceof TooManyConflicts) return new HttpProblem('conflict.busy', {}, undefined, 1);
  if (error instanceof AppendTooLarge) return new HttpProblem('request.too_large', { limit: '900 KiB' });
  const reason = describeMachineError(error);
  if (reason !== undefined) return new HttpProblem('store.unwritable', { reason }, undefined, retrySoon);
  return toHttpProblem(error);
};

/** Whether nothing was written, and nothing will be: an error of the log may have occurred after the append. */
export const isFinal = (error: unknown): boolean => {
  const problem = asProblem(error);
  return problem !== null && problem.retryAfter === undefined;
};
