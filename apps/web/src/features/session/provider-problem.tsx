import { refusals, type Refusal } from '@tocsin/contracts/refusals.js';
import { FormProblem } from '../../ui/outside.js';

const wordsOfCode = (code: string): string => {
  const refusal = (refusals as Readonly<Record<string, Refusal>>)[code];
  return refusal ? `${refusal.says} ${refusal.todo}` : 'Sign-in failed. Try again.';
};

/** What went wrong at the identity provider, by its code. It takes the words of all refusals, which nobody else waits for. */
export const ProviderProblem = ({ code }: { code: string }) => <FormProblem>{wordsOfCode(code)}</FormProblem>;
