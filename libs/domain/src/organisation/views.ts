import { organisationKey, type OrganisationFact, type OrganisationRow } from '@tocsin/contracts/organisation.js';
import { changing, viewOf, type RowFold } from '../rules/row-fold.js';

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
    PublicAddressChanged: changing((row, { url }) => ({ ...row, url })),
    OrganisationRenamed: changing((row, { name }) => ({ ...row, name })),
    OrganisationTimeZoneChanged: changing((row, { timeZone }) => ({ ...row, timeZone })),
    ClosingByAgeChanged: changing((row, { days }) => ({ ...row, closeAfterDays: days })),
    DefaultHolidayCalendarChosen: changing((row, { calendarId }) => ({ ...row, holidayCalendarId: calendarId })),
    CalendarFeedsSwitched: changing((row, { on }) => ({ ...row, calendarFeedsOff: !on })),
    StoreRestored: changing((row, { backupAt }, { at }) => ({ ...row, held: { since: at, backupAt } })),
    StoreWentLive: changing((row) => ({ ...row, held: null })),
  },
};

export const organisationView = viewOf('organisation', organisationFold, { version: 2 });
