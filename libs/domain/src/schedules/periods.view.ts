import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { OnCallPeriod } from '@tocsin/contracts/schedule-answers.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/**
 * Who was on call: one row for each change, valid until the next of the same schedule. This is the past of every
 * schedule.
 */
export const periodsView: View<OnCallPeriod, RecordedFact> = {
  name: 'onCallPeriods',
  hasHistory: false,
  columns: { scheduleId: ({ scheduleId }) => scheduleId, since: ({ since }) => since },
  on: {
    OnCallChanged: {
      keys: ({ id }) => [id],
      row: (_row, { id, data }) => ({ id, scheduleId: data.scheduleId, since: data.effectiveAt, people: data.after }),
    },
  },
};
