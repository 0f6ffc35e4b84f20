import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';

/** A group with more pages than one decision moves with the clock: the rest follows. */
export const clockPagesProcess: Process<RecordedFact> = {
  name: 'clock-pages',
  on: {
    AlertGroupFollowedClock: {
      then: ({ data: { more, ...data } }): readonly InternalCommand[] =>
        more === null ? [] : [{ type: 'FollowClock', data: { ...data, after: more } }],
    },
  },
};
