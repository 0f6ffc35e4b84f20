import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { HttpProblem } from '../problems/problem.js';
import type { AugmentInput } from './augmentation.js';

export const sentencesOf = (code: RefusalCode): string => `${refusals[code].says} ${refusals[code].todo}`;

/** The error for a typed address that Tocsin does not call; the field’s message says why and what to do. */
export const refusedAddress = (code: RefusalCode, message = sentencesOf(code), path = 'address'): HttpProblem =>
  new HttpProblem(code, {}, [{ path, code, message }]);

/**
 * Throws HttpProblem when Tocsin does not call a typed address. Its name is resolved only for a command that would be accepted, and
 * only as often as one person types addresses. `data`: the command with this address, which was typed into `field`.
 */
export const requireCallable = async (
  address: string,
  data: unknown,
  { outgoing, rates, callerId, wouldChange }: Pick<AugmentInput, 'outgoing' | 'rates' | 'callerId' | 'wouldChange'>,
  field = 'address',
): Promise<void> => {
  if (!(await wouldChange(data))) return;
  await rates.take('addresses', callerId);
  const checked = await outgoing.checkAddress(address);
  if (!checked.ok) throw refusedAddress(checked.code, sentencesOf(checked.code), field);
};
