import { organisationKey, type OrganisationFact, type OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

export const organisationFold: RowFold<OrganisationRow, OrganisationFact> = {
  id: () => organisationKey,
  steps: {
    OrganisationSetUp: (_row, { organisationId, name, timeZone, url }, { at }) => ({
      id: organisationKey,
      organisationId,
      name,
      timeZone,
      url,
      since: at,
    }),
    PublicAddressChanged: changeExisting((row, { url }) => ({ ...row, url })),
    OrganisationRenamed: changeExisting((row, { name }) => ({ ...row, name })),
    OrganisationTimeZoneChanged: changeExisting((row, { timeZone }) => ({ ...row, timeZone })),
    ClosingByAgeChanged: changeExisting((row, { days }) => ({ ...row, closeAfterDays: days })),
    RawBodyRetentionChanged: changeExisting((row, { days }) => ({ ...row, rawDays: days })),
    RawBodiesDestroyed: changeExisting((row, { before }) => ({ ...row, rawSince: before })),
    ListedDaysChanged: changeExisting((row, { days }) => ({ ...row, listedDays: days })),
    OldAlertGroupsUnlisted: changeExisting((row, { before }) => ({ ...row, listedSince: before })),
    DefaultHolidayCalendarChosen: changeExisting((row, { calendarId }) => ({ ...row, holidayCalendarId: calendarId })),
    CalendarFeedsSwitched: changeExisting((row, { on: isOn }) => ({ ...row, calendarFeedsOff: !isOn })),
    StoreRestored: changeExisting((row, { backupAt, isCopiedFolder }, { at }) => ({
      ...row,
      held: { since: at, backupAt, ...(isCopiedFolder && { isCopiedFolder }) },
    })),
    StoreWentLive: changeExisting((row) => ({ ...row, held: null })),
  },
};

export const organisationView = viewOf('organisation', organisationFold, { version: 2 });
