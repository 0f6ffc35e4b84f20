import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { PlanWeeklySummary } from './commands.js';

/** The weekly summary comes on Monday morning in its reader’s time zone. */
export const summaryProcess: Process<RecordedFact> = {
  name: 'weekly-summary',
  on: {
    PersonTimeZoneChanged: {
      then: ({ data: { personId } }): readonly PlanWeeklySummary[] => [{ type: 'PlanWeeklySummary', data: { personId } }],
    },
  },
};
