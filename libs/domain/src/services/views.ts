import type { ServiceFact, ServiceRow } from '@tocsin/contracts/services.js';
import { movedRows } from '../teams/shared/moved-rows.js';
import { changing, viewOf, type RowFold } from '../rules/row-fold.js';

export const serviceFold: RowFold<ServiceRow, Exclude<ServiceFact, { type: 'ServicesMovedToPolicy' }>> = {
  id: ({ serviceId }) => serviceId,
  steps: {
    ServiceCreated: (_row, { serviceId, ...settings }) => ({ id: serviceId, version: 1, state: 'active', ...settings }),
    ServiceChanged: changing(({ supportHours: _before, ...row }, { serviceId, appliesToOpen: _applied, ...settings }) => ({
      ...row,
      ...settings,
      id: serviceId,
    })),
    ServiceArchived: changing((row) => ({ ...row, state: 'archived' })),
    ServiceRestored: changing((row) => ({ ...row, state: 'active' })),
  },
};

/** The same service with another policy. */
export const movedTo = (row: ServiceRow, policyId: string): ServiceRow => ({ ...row, policyId, version: row.version + 1 });

export const servicesView = viewOf('services', serviceFold, {
  on: {
    TeamTookOver: movedRows(({ services }) => services),
    ServicesMovedToPolicy: {
      keys: ({ data }) => data.serviceIds,
      row: (row, { data }) => row && movedTo(row, data.toPolicyId),
    },
  },
  columns: { teamId: (row) => row.teamId, state: (row) => row.state, policyId: (row) => row.policyId },
});
