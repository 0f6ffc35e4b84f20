import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { Picked } from '../paging/round-robin.js';

/**
 * The last pick of each step that pages one person at a time, by the step’s id. Read when any alert group takes such a
 * step, so that the turn goes on from group to group through the log alone.
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
