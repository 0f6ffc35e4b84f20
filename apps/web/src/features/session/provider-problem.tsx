import { refusals, type Refusal } from '@tocsin/contracts/refusals.js';
import { FormProblem } from '../../ui/outside-frame.js';

const wordsOfCode = (code: string): string => {
  const refusal = (refusals as Readonly<Record<string, Refusal>>)[code];
  return refusal ? `${refusal.says} ${refusal.todo}` : 'Sign-in failed. Try again.';
};

/** An identity provider’s error, by code. A chunk of its own, because it loads the texts of all refusals. */
export const ProviderProblem = ({ code }: { code: string }) => <FormProblem>{wordsOfCode(code)}</FormProblem>;
