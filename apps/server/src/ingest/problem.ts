import { fill, refusals, type Problem, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Answer, IngestRefusal, Refused } from './format.js';

const codes = {
  too_large: 'request.too_large',
  malformed: 'request.malformed',
  unrecognized: 'ingest.not_an_object',
  missing_field: 'ingest.missing_field',
  unknown_key: 'ingest.unknown_key',
  throttled: 'limit.rate',
} as const satisfies Record<IngestRefusal, RefusalCode>;

export const sizeWords = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;

/** Problem details, for senders that don’t read the answer in a shape of their own. */
export const problemAnswer = (refused: Refused): Answer => {
  const code = codes[refused.refusal];
  const { status, says, todo } = refusals[code];
  const params: Record<string, string | number> = {};
  if (refused.refusal === 'too_large') params['limit'] = sizeWords(limits.requestBodyBytes);
  if (refused.field !== undefined) params['field'] = refused.field;
  if (refused.seconds !== undefined) params['seconds'] = refused.seconds;
  const title = fill(says, params);
  const problem: Omit<Problem, 'correlationId'> = {
    type: 'about:blank',
    title,
    status,
    code,
    detail: refused.texts.length > 0 ? refused.texts.join(' ') : title,
    todo: fill(todo, params),
    params,
    ...(refused.field === undefined ? {} : { errors: [{ path: refused.field, code, message: title }] }),
  };
  return { status, headers: { 'content-type': 'application/problem+json', ...headersOf(refused) }, body: problem };
};

export const headersOf = ({ refusal, seconds }: Refused): Record<string, string> => ({
  ...(seconds === undefined ? {} : { 'retry-after': String(Math.ceil(seconds)) }),
  // its sender may still be talking: nobody listens to the rest
  ...(refusal === 'too_large' ? { connection: 'close' } : {}),
});
