import type { ServiceFact, ServiceRow } from '@tocsin/contracts/services.js';
import { changing, viewOf, type RowFold } from '../row-fold.js';

export const serviceFold: RowFold<ServiceRow, ServiceFact> = {
  id: ({ serviceId }) => serviceId,
  steps: {
    ServiceCreated: (_row, { serviceId, ...settings }) => ({ id: serviceId, version: 1, state: 'active', ...settings }),
    ServiceChanged: changing((row, { serviceId, ...settings }) => ({ ...row, ...settings, id: serviceId })),
    ServiceArchived: changing((row) => ({ ...row, state: 'archived' })),
    ServiceRestored: changing((row) => ({ ...row, state: 'active' })),
  },
};

export const servicesView = viewOf('services', serviceFold, {
  columns: { teamId: (row) => row.teamId, state: (row) => row.state, policyId: (row) => row.policyId },
});
