import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TellOfGoingOff } from './commands.js';

/** Who goes off at a handoff may hand over what they hold. */
export const goingOffProcess: Process<RecordedFact> = {
  name: 'going-off',
  on: {
    OnCallChanged: {
      then: ({ data: { scheduleId, effectiveAt: at, before, after } }): readonly TellOfGoingOff[] => {
        const next = [...new Set(after.map(({ personId }) => personId))];
        const gone = [...new Set(before)].filter((personId) => !next.includes(personId));
        return gone.map((personId) => ({ type: 'TellOfGoingOff', data: { personId, scheduleId, at, next } }));
      },
    },
  },
};
