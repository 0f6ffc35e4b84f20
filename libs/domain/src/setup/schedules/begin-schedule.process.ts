import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { BeginSchedule } from './decide-layers.js';

/** A schedule that a team created gets a stream of its own. */
export const beginScheduleProcess: Process<RecordedFact> = {
  name: 'beginning-schedules',
  on: {
    ScheduleCreated: {
      then: ({ data: { scheduleId, teamId, timeZone, layers, zones }, meta }): readonly BeginSchedule[] => [
        { type: 'BeginSchedule', data: { scheduleId, teamId, effectiveFrom: meta.at, timeZone, layers, zones } },
      ],
    },
  },
};
