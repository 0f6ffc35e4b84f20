import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';

/** A night test is a test alert that its person sends themselves; it follows them to another time zone. */
export const nightTestProcess: Process<RecordedFact> = {
  name: 'night-test',
  on: {
    NightTestBegan: {
      then: ({ data: { personId } }): readonly ProcessCommand[] => [
        {
          type: 'SendTestAlert',
          data: { serviceId: null, wholePolicy: false },
          actor: { kind: 'person', id: personId, roles: [] },
        },
      ],
    },
    PersonTimeZoneChanged: {
      then: ({ data: { personId } }): readonly ProcessCommand[] => [{ type: 'MoveNightTest', data: { personId } }],
    },
  },
};
