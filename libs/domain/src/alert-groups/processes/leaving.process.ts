import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/process.js';
import type { InternalCommand } from '../commands.js';

/** Who is disabled can’t hold anything, nor be paged: what they had in hand fires again, and what waits for their answer goes to others. */
export const leavingProcess: Process<RecordedFact> = {
  name: 'leaving',
  on: {
    PersonDisabled: {
      then: ({ data: { personId, holds, paged = [] } }): readonly InternalCommand[] => [
        ...holds.map((groupId): InternalCommand => ({ type: 'ReleaseHolder', data: { groupId, personId } })),
        ...paged.map((groupId): InternalCommand => ({ type: 'StopPaging', data: { groupId, personId } })),
      ],
    },
  },
};
