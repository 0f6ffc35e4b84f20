import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { OrganisationFact } from '@tocsin/contracts/organisation/noun.js';
import { ana, idOf } from '../../configuration.fixture.js';

export const setUpData: FactOf<'OrganisationSetUp'> = {
  organisationId: idOf('01'),
  name: 'Harbour',
  timeZone: 'Europe/Berlin',
  url: 'https://tocsin.example',
  owner: { personId: ana, name: 'Ana', email: 'ana@example.org', passwordRef: 'password/ana' },
  team: { teamId: idOf('7ea'), name: 'Payments' },
  service: { serviceId: idOf('5e'), name: 'Checkout' },
  policy: { policyId: idOf('90'), name: 'Payments primary' },
  integration: { integrationId: idOf('17'), name: 'Alertmanager', kind: 'alertmanager', keyHash: 'hash-1', keyRef: 'key/1' },
  contactMethodId: idOf('cb'),
  ruleIds: { high: idOf('41'), low: idOf('10') },
};

export const setUp: OrganisationFact = { type: 'OrganisationSetUp', data: setUpData };
export const addressChanged: OrganisationFact = { type: 'PublicAddressChanged', data: { url: 'https://bell.example' } };
export const closingChanged: OrganisationFact = { type: 'ClosingByAgeChanged', data: { days: 14 } };
export const rawDaysChanged: OrganisationFact = { type: 'RawBodyRetentionChanged', data: { days: 90 } };
export const listedDaysChanged: OrganisationFact = { type: 'ListedDaysChanged', data: { days: 400 } };
export const groupsUnlisted: OrganisationFact = { type: 'OldAlertGroupsUnlisted', data: { before: '2026-08' } };
export const rawDestroyed: OrganisationFact = { type: 'RawBodiesDestroyed', data: { before: '2026-08' } };
export const feedsSwitchedOff: OrganisationFact = { type: 'CalendarFeedsSwitched', data: { on: false } };
export const storeRestored: OrganisationFact = {
  type: 'StoreRestored',
  data: { backupAt: '2026-11-19T09:00:00.000Z', program: '0.1.0', had: { size: 1_234, root: 'a'.repeat(64) } },
};
