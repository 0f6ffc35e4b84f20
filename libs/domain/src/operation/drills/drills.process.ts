import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';

/** A drill gives way to real pages, and ends with its groups. */
export const drillsProcess: Process<RecordedFact> = {
  name: 'drills',
  on: {
    PageStarted: {
      then: ({ data: { interrupts: drillId, personId } }) =>
        drillId === undefined ? [] : [{ type: 'InterruptDrill', data: { drillId, personId } }],
    },
    DrillConsentWithdrawn: {
      then: ({ data: { groupIds, personId, because } }) =>
        groupIds.map((groupId) => ({ type: 'StopDrillPages', data: { groupId, personId, because } })),
    },
    DrillEnded: { then: ({ data: { groupIds } }) => groupIds.map((groupId) => ({ type: 'EndDrillGroup', data: { groupId } })) },
  },
};
