import type { Refusals } from '@tocsin/contracts/refusal.js';
import { refusals } from '@tocsin/contracts/sign-in/refusals.js';
import { FormProblem } from '../../ui/outside-frame.js';

const wordsOfCode = (code: string): string => {
  const refusal = (refusals as Refusals)[code as keyof Refusals];
  return refusal ? `${refusal[1]} ${refusal[2]}` : 'Sign-in failed. Try again.';
};

/** An identity provider’s error, by code. */
export const ProviderProblem = ({ code }: { code: string }) => <FormProblem>{wordsOfCode(code)}</FormProblem>;
