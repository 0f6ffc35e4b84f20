import type { ServiceFact } from '@tocsin/contracts/services.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { ServiceCommand } from './decide.js';

const same = sameFor<ServiceCommand>();

export const inputs: InputsOf<ServiceFact, ServiceCommand> = {
  ServiceCreated: same('CreateService'),
  ServiceChanged: ({ appliesToOpen: applyToOpen, ...data }) =>
    same('ChangeService')({ ...data, version: data.version - 1, ...(applyToOpen ? { applyToOpen } : {}) }),
  ServiceArchived: same('ArchiveService'),
  ServicesMovedToPolicy: ({ teamId, policyId, toPolicyId }) => ({ type: 'MoveAllToPolicy', data: { teamId, policyId, toPolicyId } }),
  ServiceRestored: same('RestoreService'),
};
