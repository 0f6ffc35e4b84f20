import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { Picked } from '../paging/round-robin.js';

/**
 * Whose turn it was last in a step that pages one person at a time, by the step’s id. Read when such a step is taken, of whichever alert group: groups
 * follow one another by what is on the log, and need not know of each other.
 */
export const turnsView: View<Picked, RecordedFact> = {
  name: 'turns',
  past: false,
  on: {
    EscalationStepTaken: {
      keys: ({ data: { stepId, picked } }) => (stepId !== undefined && picked !== undefined ? [stepId] : []),
      row: (_last, { data }) => data.picked,
    },
  },
};
