import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';

/** A suppression was decided on what its server knew: what ended meanwhile is seen when it is on the log, and asked again. */
export const mutesProcess: Process<RecordedFact> = {
  name: 'mutes',
  on: { AlertGroupSuppressed: { then: ({ data }) => [{ type: 'ReviewMutes', data: { groupId: data.groupId } }] } },
};
