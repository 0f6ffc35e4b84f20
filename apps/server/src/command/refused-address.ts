import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { HttpProblem } from '../problems/problem.js';

const sentencesOf = (code: RefusalCode): string => `${refusals[code].says} ${refusals[code].todo}`;

/** The error for a typed address that Tocsin does not call; the field’s message says why and what to do. */
export const refusedAddress = (code: RefusalCode, message = sentencesOf(code)): HttpProblem =>
  new HttpProblem(code, {}, [{ path: 'address', code, message }]);
