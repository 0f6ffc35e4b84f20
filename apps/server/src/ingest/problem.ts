import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import { problemDetails } from '../problems/problem-details.js';
import type { SenderAnswer, IngestRefusal, Refused } from './format.js';

const codes = {
  too_large: 'request.too_large',
  malformed: 'request.malformed',
  unrecognized: 'ingest.not_an_object',
  missing_field: 'ingest.missing_field',
  unknown_key: 'ingest.unknown_key',
  throttled: 'limit.rate',
} as const satisfies Record<IngestRefusal, RefusalCode>;

export const sizeWords = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;

/** Problem details, for senders whose protocol has no error format of its own. */
export const problemAnswer = (refused: Refused): SenderAnswer => {
  const code = codes[refused.refusal];
  const params: Record<string, string | number> = {};
  if (refused.refusal === 'too_large') params['limit'] = sizeWords(limits.requestBodyBytes);
  if (refused.field !== undefined) params['field'] = refused.field;
  if (refused.seconds !== undefined) params['seconds'] = refused.seconds;
  const body = problemDetails(code, {
    params,
    ...(refused.texts.length > 0 ? { detail: refused.texts.join(' ') } : {}),
    errors: refused.field === undefined ? undefined : [{ path: refused.field, code, message: fill(refusals[code].says, params) }],
  });
  return { status: body.status, headers: { 'content-type': 'application/problem+json', ...headersOf(refused) }, body };
};

export const headersOf = ({ refusal, seconds }: Refused): Record<string, string> => ({
  ...(seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }),
  // the sender may still be sending: the rest is not read
  ...(refusal === 'too_large' ? { connection: 'close' } : {}),
});
