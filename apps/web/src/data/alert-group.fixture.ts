import type { AlertGroupRow } from '@tocsin/contracts/alert-groups.js';
import { ids } from './names.fixture.js';

/** An alert group as the list shows it: firing, high urgency, opened at noon. */
export const group = (differs: Partial<AlertGroupRow> = {}): AlertGroupRow => ({
  id: ids.group,
  number: 12,
  title: 'Disk full on db-1',
  serviceId: ids.checkout,
  teamId: ids.payments,
  status: 'firing',
  urgency: 'high',
  test: false,
  holder: null,
  responders: [],
  openedAt: '2026-11-21T12:00:00.000Z',
  firingSince: '2026-11-21T12:00:00.000Z',
  acknowledgedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  next: null,
  paging: [],
  nobodyHasIt: false,
  senderStillFiring: false,
  firing: 1,
  alerts: 1,
  links: [],
  previousGroupId: null,
  opening: 1,
  firingKeys: [],
  alertKeys: [],
  pageKeys: {},
  ...differs,
});
