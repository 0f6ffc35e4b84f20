import { calendarFieldsOf, calendarMillis } from '@tocsin/kernel/time.js';
import { day, type Rule, type RuleWeekday } from './rule.js';

/** A date with the places that rules name it by. */
interface RuleDate {
  readonly date: number;
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
  readonly weekday: number;
}

const placeOf = (date: number): RuleDate => ({ date, ...calendarFieldsOf(date) });

/** Whether a rule names a day: all of its parts about days must. What it does not say is taken from its start. */
export function createDayFilter(rule: Rule, start: number): (date: number) => boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = withStart(rule, placeOf(start));
  return (date) => {
    const at = placeOf(date);
    return (
      (months === null || months.includes(at.month + 1)) &&
      (weekdays === null || weekdays.some((one) => isNth(one, at, rule))) &&
      (monthDays === null ||
        isAmong(monthDays, at.dayOfMonth, daysBetween(calendarMillis(at.year, at.month, 1), calendarMillis(at.year, at.month + 1, 1)))) &&
      (yearDays === null || isAmong(yearDays, daysBetween(calendarMillis(at.year, 0, 1), date) + 1, daysOfYear(at.year))) &&
      (weeks === null || isInWeek(weeks, at, rule.weekStart))
    );
  };
}

const daysBetween = (from: number, to: number): number => Math.round((to - from) / day);
const daysOfYear = (year: number): number => daysBetween(calendarMillis(year, 0, 1), calendarMillis(year + 1, 0, 1));

/** Whether a place, from 1, is listed; negative ones count from the end. */
const isAmong = (places: readonly number[], place: number, count: number): boolean =>
  places.includes(place) || places.includes(place - count - 1);

/** “Monthly” from the 30th on is the 30th of each month that has one. */
function withStart(rule: Rule, { month, dayOfMonth, weekday }: RuleDate): Rule {
  const { frequency, months, weeks, yearDays, monthDays, weekdays } = rule;
  if (weekdays !== null || monthDays !== null || yearDays !== null) return rule;
  if (frequency === 'WEEKLY' || weeks !== null) return { ...rule, weekdays: [{ weekday, nth: 0 }] };
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [dayOfMonth] };
  return frequency === 'YEARLY' ? { ...rule, monthDays: [dayOfMonth], months: months ?? [month + 1] } : rule;
}

/** The second Tuesday, the last Friday: of the month, or of the year for a yearly rule without months. */
function isNth({ weekday, nth }: RuleWeekday, at: RuleDate, { frequency, months }: Rule): boolean {
  if (weekday !== at.weekday) return false;
  if (nth === 0 || (frequency !== 'MONTHLY' && frequency !== 'YEARLY')) return true;
  const isOfYear = frequency === 'YEARLY' && months === null;
  const [first, end] = isOfYear
    ? [calendarMillis(at.year, 0, 1), calendarMillis(at.year + 1, 0, 1)]
    : [calendarMillis(at.year, at.month, 1), calendarMillis(at.year, at.month + 1, 1)];
  return nth > 0 ? Math.floor(daysBetween(first, at.date) / 7) + 1 === nth : Math.floor(daysBetween(at.date + day, end) / 7) + 1 === -nth;
}

/** Weeks belong to the year that has most of their days (ISO 8601, with another first weekday where the rule says so). */
function isInWeek(weeks: readonly number[], { date, weekday }: RuleDate, weekStart: number): boolean {
  const middle = date - ((weekday - weekStart + 7) % 7) * day + 3 * day;
  const year = calendarFieldsOf(middle).year;
  const number = Math.floor(daysBetween(calendarMillis(year, 0, 1), middle) / 7) + 1;
  const lastMiddle = daysOfYear(year) - 1 - ((calendarFieldsOf(calendarMillis(year, 11, 31)).weekday - weekStart + 7) % 7) + 3;
  const count = Math.floor((lastMiddle < daysOfYear(year) ? lastMiddle : lastMiddle - 7) / 7) + 1;
  return isAmong(weeks, number, count);
}
