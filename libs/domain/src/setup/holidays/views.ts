import type { HolidayCalendarRow, HolidayFact } from '@tocsin/contracts/holidays/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

export const holidayFold: RowFold<HolidayCalendarRow, HolidayFact> = {
  id: ({ calendarId }) => calendarId,
  steps: {
    HolidayCalendarImported: (_row, { calendarId: id, name, days }, { at: importedAt }) => ({ id, name, days, importedAt }),
    HolidayCalendarRemoved: () => null,
  },
};

export const holidayCalendarsView = viewOf('holidayCalendars', holidayFold);
