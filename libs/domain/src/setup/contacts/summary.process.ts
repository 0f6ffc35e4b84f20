import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { PlanMorningSummary, PlanWeeklySummary } from './commands.js';

/** Summaries come in the morning of their reader’s time zone. */
export const summaryProcess: Process<RecordedFact> = {
  name: 'weekly-summary',
  on: {
    PersonTimeZoneChanged: {
      then: ({ data: { personId } }): readonly (PlanWeeklySummary | PlanMorningSummary)[] => [
        { type: 'PlanWeeklySummary', data: { personId } },
        { type: 'PlanMorningSummary', data: { personId } },
      ],
    },
  },
};
