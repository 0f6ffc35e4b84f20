import { fill, refusals, type Problem, type RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Answer, IngestRefusal, Refused } from './format.js';

const codes = {
  malformed: 'request.malformed',
  unrecognized: 'request.malformed',
  missing_field: 'ingest.missing_field',
  unknown_key: 'ingest.unknown_key',
  throttled: 'limit.rate',
} as const satisfies Record<IngestRefusal, RefusalCode>;

/** Problem details, for senders that don’t read the answer in a shape of their own. */
export const problemAnswer = (refused: Refused): Answer => {
  const code = codes[refused.refusal];
  const { status, says, todo } = refusals[code];
  const params: Record<string, string | number> = {};
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
  return { status, headers: { 'content-type': 'application/problem+json', ...retryAfter(refused) }, body: problem };
};

export const retryAfter = (refused: Refused): Record<string, string> =>
  refused.seconds === undefined ? {} : { 'retry-after': String(Math.ceil(refused.seconds)) };
