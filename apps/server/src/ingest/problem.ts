import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import { problemDetails } from '../problems/problem-details.js';
import type { SenderAnswer, IngestRefusal, SignalRefusal } from './format.js';

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
export const toProblemAnswer = (signalRefusal: SignalRefusal): SenderAnswer => {
  const code = codes[signalRefusal.refusal];
  const params: Record<string, string | number> = {};
  if (signalRefusal.refusal === 'too_large') params['limit'] = sizeWords(limits.requestBodyBytes);
  if (signalRefusal.field !== undefined) params['field'] = signalRefusal.field;
  if (signalRefusal.seconds !== undefined) params['seconds'] = signalRefusal.seconds;
  const body = problemDetails(code, {
    params,
    ...(signalRefusal.texts.length > 0 ? { detail: signalRefusal.texts.join(' ') } : {}),
    errors:
      signalRefusal.field === undefined ? undefined : [{ path: signalRefusal.field, code, message: fill(refusals[code].says, params) }],
  });
  return { status: body.status, headers: { 'content-type': 'application/problem+json', ...headersOf(signalRefusal) }, body };
};

export const headersOf = ({ seconds }: SignalRefusal): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) };
