import type { ServiceFact, ServiceRow } from '@tocsin/contracts/services/noun.js';
import { moveRows } from '../teams/shared/moved-rows.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const serviceFold: RowFold<ServiceRow, Exclude<ServiceFact, { type: 'ServicesMovedToPolicy' }>> = {
  id: ({ serviceId }) => serviceId,
  steps: {
    ServiceCreated: (_row, { serviceId, externalKey: _key, rehearses, ...settings }, { at }) => ({
      id: serviceId,
      version: 1,
      state: 'active',
      ...settings,
      ...(rehearses ? { rehearsingSince: at } : {}),
    }),
    ServiceChanged: changeExisting(
      (
        { supportHours: _hours, flapDetection: _flaps, labels: _labels, ...row },
        { serviceId, appliesToOpen: _applied, relabelled: _follows, ...settings },
      ) => ({
        ...row,
        ...settings,
        id: serviceId,
      }),
    ),
    ServiceWentLive: changeExisting(({ rehearsingSince: _ended, ...row }) => row),
    ServiceArchived: changeExisting((row) => ({ ...row, state: 'archived' })),
    ServiceRestored: changeExisting((row) => ({ ...row, state: 'active' })),
  },
};

/** The same service with another policy. */
export const moveToPolicy = (row: ServiceRow, policyId: string): ServiceRow => ({ ...row, policyId, version: row.version + 1 });

export const servicesView = viewOf('services', serviceFold, {
  on: {
    TeamTookOver: moveRows(({ services }) => services),
    ServicesMovedToPolicy: {
      keys: ({ data }) => data.serviceIds,
      row: (row, { data }) => row && moveToPolicy(row, data.toPolicyId),
    },
  },
  columns: { teamId: (row) => row.teamId, state: (row) => row.state, policyId: (row) => row.policyId },
});
