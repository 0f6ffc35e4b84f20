import type { Refusals } from '../refusal.js';

export const refusals = {
  'holidays.not_found': [404, 'There is no such holiday calendar.', 'Choose another one.'],
  'holidays.name_taken': [409, 'A holiday calendar has this name already.', 'Choose another name.'],
  'holidays.listed_twice': [422, 'A holiday is listed twice.', 'Give each event of the calendar its own UID.'],
  'limit.holiday_calendars': [409, 'There can be at most {limit} holiday calendars.', 'Remove one that is not used.'],
} as const satisfies Refusals;
