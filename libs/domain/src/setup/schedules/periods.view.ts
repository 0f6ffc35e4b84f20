import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { OnCallPeriod } from '@tocsin/contracts/schedules/answers.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/**
 * By time, and at one instant by the order in which the changes were recorded: an edit in the instant of a handoff records two, of which the
 * later counts.
 */
const placeOf = ({ since, revision }: OnCallPeriod): string => `${since} ${String(revision).padStart(10, '0')}`;

/**
 * Who was on call: one row for each change, valid until the next of the same schedule. This is the past of every
 * schedule.
 */
export const periodsView: View<OnCallPeriod, RecordedFact> = {
  name: 'onCallPeriods',
  hasHistory: false,
  version: 2,
  columns: { scheduleId: ({ scheduleId }) => scheduleId, since: ({ since }) => since, place: placeOf },
  on: {
    OnCallChanged: {
      keys: ({ id }) => [id],
      row: (_row, { id, revision, data }) => ({ id, scheduleId: data.scheduleId, since: data.effectiveAt, revision, people: data.after }),
    },
  },
};
