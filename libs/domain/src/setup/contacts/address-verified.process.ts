import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ProveAddress } from './commands.js';

/** For a person who joined by the link in a mail, that address is verified without a code. */
export const addressVerifiedProcess: Process<RecordedFact> = {
  name: 'proved',
  on: {
    PersonJoined: {
      then: ({ data: { personId, email: address, addressProved } }): readonly ProveAddress[] =>
        addressProved && !isErased(address) ? [{ type: 'ProveAddress', data: { personId, address } }] : [],
    },
  },
};
