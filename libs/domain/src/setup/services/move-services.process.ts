import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { ServiceCommand } from './decide.js';

/** More services are moved to another policy than one fact lists: the rest follows, part by part. */
export const moveServicesProcess: Process<RecordedFact> = {
  name: 'moving',
  on: {
    ServicesMovedToPolicy: {
      then: ({ data: { teamId, policyId, toPolicyId, more } }): readonly ServiceCommand[] =>
        more ? [{ type: 'MoveAllToPolicy', data: { teamId, policyId, toPolicyId } }] : [],
    },
  },
};
