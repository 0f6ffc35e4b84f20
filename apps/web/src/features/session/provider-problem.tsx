import { refusals, type Refusal } from '@tocsin/contracts/refusals.js';
import { FormProblem } from '../../ui/outside-frame.js';

const wordsOfCode = (code: string): string => {
  const refusal = (refusals as Readonly<Record<string, Refusal>>)[code];
  return refusal ? `${refusal.says} ${refusal.todo}` : 'Sign-in failed. Try again.';
};

/** What went wrong at the identity provider, by its code. Loads the texts of all refusals, so it is a chunk of its own. */
export const ProviderProblem = ({ code }: { code: string }) => <FormProblem>{wordsOfCode(code)}</FormProblem>;
