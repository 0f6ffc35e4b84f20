import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { DisableContactMethod } from './commands.js';

/** Disables a contact method whose provider reported that its address no longer exists. */
export const goneMethodProcess: Process<RecordedFact> = {
  name: 'gone',
  on: {
    AttemptFailed: {
      then: ({ data: { gone, reason, detail } }): readonly DisableContactMethod[] =>
        gone ? [{ type: 'DisableContactMethod', data: { ...gone, reason, ...(reason === 'delivery.bounced' ? { detail } : {}) } }] : [],
    },
  },
};
