import type { Grouping } from '@tocsin/contracts/grouping.js';
import { tryGrouping, type GroupedSample } from './try-grouping.js';

const byCluster: Grouping = { by: { kind: 'fields', fields: ['cluster'] }, windowMinutes: 30 };
const sample = (minute: number, fingerprint: string, cluster: string, more: Partial<GroupedSample> = {}): GroupedSample => ({
  receivedAt: `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`,
  integrationId: 'i1',
  key: 'g1',
  fingerprint,
  serviceId: 's1',
  teamId: 't1',
  grouping: byCluster,
  values: { cluster },
  ...more,
});

it('counts the groups that recent alerts would have become, and the alerts of the biggest', () => {
  const alerts = [sample(0, 'a', 'eu'), sample(1, 'b', 'us'), sample(2, 'c', 'eu'), sample(3, 'a', 'eu')];
  expect(tryGrouping(alerts)).toEqual({ groups: 2, biggest: 2, pagedFor: 2 });
  expect(tryGrouping(alerts.map((one) => ({ ...one, grouping: null })))).toEqual({ groups: 1, biggest: 3, pagedFor: 1 });
});

it('opens another group after the window, which a repeat does not prolong, and for each service', () => {
  const alerts = [sample(0, 'a', 'eu'), sample(20, 'a', 'eu'), sample(30, 'b', 'eu'), sample(31, 'c', 'eu', { serviceId: 's2' })];
  expect(tryGrouping(alerts)).toEqual({ groups: 3, biggest: 1, pagedFor: 3 });
  expect(tryGrouping([])).toEqual({ groups: 0, biggest: 0, pagedFor: 0 });
});

it('counts what a rule links as one thing to page for, whatever the service, within the window of the rule', () => {
  const linking = { ruleId: 'r1', as: byCluster };
  const linked = (minute: number, fingerprint: string, cluster: string) =>
    sample(minute, fingerprint, cluster, { serviceId: fingerprint, linking });
  const alerts = [linked(0, 'a', 'eu'), linked(20, 'b', 'eu'), linked(40, 'c', 'eu'), linked(41, 'd', 'us'), sample(42, 'e', 'eu')];
  expect(tryGrouping(alerts)).toEqual({ groups: 5, biggest: 1, pagedFor: 3 });
  expect(tryGrouping([linked(0, 'a', 'eu'), linked(30, 'b', 'eu')])).toMatchObject({ pagedFor: 2 });
  expect(tryGrouping([linked(0, 'a', ''), linked(1, 'b', '')])).toMatchObject({ pagedFor: 2 });
  expect(tryGrouping([linked(0, 'a', 'eu'), { ...linked(1, 'b', 'eu'), teamId: 't2' }])).toMatchObject({ pagedFor: 2 });
});
