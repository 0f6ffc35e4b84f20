import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/process.js';
import type { EndTokensOf } from './commands.js';

/** The tokens of who is disabled are refused at once, and end for good: being enabled again brings none of them back. */
export const tokensOfWhoLeavesProcess: Process<RecordedFact> = {
  name: 'tokens-of-who-leaves',
  on: { PersonDisabled: { then: ({ data: { personId } }): readonly EndTokensOf[] => [{ type: 'EndTokensOf', data: { personId } }] } },
};
