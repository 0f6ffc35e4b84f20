import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/process.js';
import type { InternalCommand } from './commands.js';

/** Who is disabled can’t hold anything: what they had in hand fires again. */
export const leavingProcess: Process<RecordedFact> = {
  name: 'leaving',
  on: {
    PersonDisabled: {
      then: ({ data: { personId, holds } }) =>
        holds.map((groupId): InternalCommand => ({ type: 'ReleaseHolder', data: { groupId, personId } })),
    },
  },
};
