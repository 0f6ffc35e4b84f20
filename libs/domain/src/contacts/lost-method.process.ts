import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { DisableContactMethod } from './commands.js';

/** A provider reported that nothing exists behind a contact method any more: it is disabled. */
export const lostMethodProcess: Process<RecordedFact> = {
  name: 'gone',
  on: {
    AttemptFailed: {
      then: ({ data: { gone, reason } }): readonly DisableContactMethod[] =>
        gone ? [{ type: 'DisableContactMethod', data: { ...gone, reason } }] : [],
    },
  },
};
