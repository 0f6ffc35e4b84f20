import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { HttpProblem } from '../problems/problem.js';

const sentencesOf = (code: RefusalCode): string => `${refusals[code].says} ${refusals[code].todo}`;

/** An address that somebody typed and that is not called; the field says why, and what to do. */
export const refusedAddress = (code: RefusalCode, message = sentencesOf(code)): HttpProblem =>
  new HttpProblem(code, {}, [{ path: 'address', code, message }]);
