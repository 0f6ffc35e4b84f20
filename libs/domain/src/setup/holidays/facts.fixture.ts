import type { HolidayFact } from '@tocsin/contracts/holidays/noun.js';
import { idOf } from '../../configuration.fixture.js';

export const germanId = idOf('4d');
export const christmas = { uid: 'christmas-2026', date: '2026-12-25', name: 'Christmas Day' };
export const newYear = { uid: 'new-year-2027', date: '2027-01-01', name: 'New Year' };
export const germanHolidays: HolidayFact & { readonly type: 'HolidayCalendarImported' } = {
  type: 'HolidayCalendarImported',
  data: { calendarId: germanId, name: 'Germany', days: [christmas, newYear] },
};
export const germanRemoved: HolidayFact = { type: 'HolidayCalendarRemoved', data: { calendarId: germanId, name: 'Germany' } };
