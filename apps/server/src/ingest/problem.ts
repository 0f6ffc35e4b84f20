import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import { problemDetails } from '../problems/problem-details.js';
import type { SenderAnswer } from './format.js';
import type { IngestRefusal, Refusal } from './reading.js';

const codes = {
  too_large: 'request.too_large',
  malformed: 'request.malformed',
  unrecognized: 'ingest.not_an_object',
  missing_field: 'ingest.missing_field',
  unknown_key: 'ingest.unknown_key',
  other_kind: 'ingest.other_kind',
  other_method: 'request.method_not_allowed',
  throttled: 'limit.rate',
} as const satisfies Record<IngestRefusal, RefusalCode>;

export const sizeWords = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;

/** Problem details, for senders whose protocol has no error format of its own. */
export const toProblemAnswer = (refusal: Refusal): SenderAnswer => {
  const code = codes[refusal.refusal];
  const params: Record<string, string | number> = {};
  if (refusal.refusal === 'too_large') params['limit'] = sizeWords(limits.requestBodyBytes);
  if (refusal.field !== undefined) params['field'] = refusal.field;
  if (refusal.seconds !== undefined) params['seconds'] = refusal.seconds;
  const body = problemDetails(code, {
    params,
    ...(refusal.texts.length > 0 ? { detail: refusal.texts.join(' ') } : {}),
    errors: refusal.field === undefined ? undefined : [{ path: refusal.field, code, message: fill(refusals[code].says, params) }],
  });
  return { status: body.status, headers: { 'content-type': 'application/problem+json', ...headersOf(refusal) }, body };
};

export const headersOf = ({ seconds }: Refusal): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) };
