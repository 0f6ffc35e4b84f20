import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';

/** The Idempotency-Key of a request as its client wrote it; undefined without one. Throws HttpProblem request.invalid for one that is too long. */
export const idempotencyKeyOf = (header: string | undefined): string | undefined => {
  if (header === undefined || header.length <= limits.idempotencyKeyCharacters) return header;
  const message = `At most ${limits.idempotencyKeyCharacters} characters.`;
  throw new HttpProblem('request.invalid', {}, [{ path: 'Idempotency-Key', code: 'too_big', message }]);
};
