import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { PickedPerson } from '../paging/round-robin.js';

/**
 * Last pick of each round-robin step, by the step’s id. Read when any alert group runs such a step, so that the turn continues across groups through
 * the log alone.
 */
export const turnsView: View<PickedPerson, RecordedFact> = {
  name: 'turns',
  hasHistory: false,
  on: {
    EscalationStepTaken: {
      keys: ({ data: { stepId, picked } }) => (stepId !== undefined && picked !== undefined ? [stepId] : []),
      row: (_last, { data }) => data.picked,
    },
  },
};
