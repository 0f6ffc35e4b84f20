import { holidaysOf } from '../holidays/largest.fixture.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as organisationLimits from '@tocsin/contracts/organisation/limits.js';
import { laterInstant, hash, reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longName, nth, person } from '@tocsin/testing/largest/large-world.js';

const url = `https://${'漢'.repeat(900)}.example.org`;

const setUp: Extract<Fact, { type: 'OrganisationSetUp' }> = {
  type: 'OrganisationSetUp',
  data: {
    organisationId: nth('09', 0),
    name: longName(),
    timeZone: 'z'.repeat(64),
    url,
    owner: { personId: person(0), name: longName(), email: `${'o'.repeat(180)}@example.org`, passwordRef: reference() },
    team: { teamId: nth('7e', 0), name: longName() },
    service: { serviceId: nth('5e', 0), name: longName() },
    policy: { policyId: nth('90', 0), name: longName() },
    integration: { integrationId: nth('17', 0), name: longName(), kind: 'generic', keyHash: hash(), keyRef: reference() },
    contactMethodId: nth('c0', 0),
    ruleIds: { high: nth('c1', 0), low: nth('c1', 1) },
  },
};
const isSetUp = (): LargeWorld => peopleWorld().has('organisation', setUp);
const restored = { backupAt: laterInstant, program: 'p'.repeat(200), had: { size: Number.MAX_SAFE_INTEGER, root: 'f'.repeat(64) } };

export const largest: LargestCases = {
  SetUp: () => ({ large: new LargeWorld(), data: setUp.data, actor: bySystem }),
  ChangePublicAddress: () => ({ large: isSetUp(), data: { url: `${url}.net` } }),
  RenameOrganisation: () => ({ large: isSetUp(), data: { name: longName(9) } }),
  ChangeOrganisationTimeZone: () => ({ large: isSetUp(), data: { timeZone: 'y'.repeat(64) } }),
  ChooseDefaultHolidayCalendar: () => ({ large: isSetUp().has('holidays', holidaysOf(0)), data: { calendarId: nth('4d', 0) } }),
  SwitchCalendarFeeds: () => ({ large: isSetUp(), data: { on: false } }),
  ChangeClosingByAge: () => ({ large: isSetUp(), data: { days: organisationLimits.closeAfterDays.max } }),
  ChangeRawBodyRetention: () => ({ large: isSetUp(), data: { days: organisationLimits.rawDays.max } }),
  ChangeListedDays: () => ({ large: isSetUp(), data: { days: organisationLimits.listedDays.max } }),
  UnlistOldAlertGroups: () => ({ large: isSetUp(), data: { before: '9999-12' }, actor: bySystem }),
  DestroyRawBodies: () => ({ large: isSetUp(), data: { before: '9999-12' }, actor: bySystem }),
  RecordRestore: () => ({ large: isSetUp(), data: restored, actor: bySystem }),
  GoLiveHere: () => ({ large: isSetUp().has('organisation', { type: 'StoreRestored', data: restored }), data: {} }),
};
