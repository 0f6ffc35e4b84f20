import { duration } from '../duration.js';

const { day } = duration;

export const holidayCalendars = 50;
/** The longest event of a holiday calendar, in days. */
export const holidayDays = 31;
/** Past holidays that are imported. */
export const holidaysPast = 31 * day;
/** Future holidays that are imported. */
export const holidaysAhead = 800 * day;
export const holidaysPerCalendar = 1_000;
