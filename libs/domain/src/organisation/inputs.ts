import type { OrganisationFact } from '@tocsin/contracts/organisation.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { OrganisationCommand } from './decider.js';

const same = sameFor<OrganisationCommand>();

export const inputs: InputsOf<OrganisationFact, OrganisationCommand> = {
  OrganisationSetUp: same('SetUp'),
  PublicAddressChanged: same('ChangePublicAddress'),
  OrganisationRenamed: same('RenameOrganisation'),
  OrganisationTimeZoneChanged: same('ChangeOrganisationTimeZone'),
  ClosingByAgeChanged: same('ChangeClosingByAge'),
  DefaultHolidayCalendarChosen: same('ChooseDefaultHolidayCalendar'),
  CalendarFeedsSwitched: same('SwitchCalendarFeeds'),
  StoreRestored: same('RecordRestore'),
  StoreWentLive: () => ({ type: 'GoLiveHere', data: {} }),
};
