import type { Holiday, HolidayCalendarRow, HolidayFact, commands as holidayCommands } from '@tocsin/contracts/holidays/noun.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { refuse } from '../../rules/refuse.js';
import { requireFreeName, requireWithinLimit, requirePermission } from '../../rules/settings-checks.js';
import { settingsNoun } from '../../rules/settings-noun.js';
import { holidayFold } from './views.js';

export type HolidayCommand = Messages<typeof holidayCommands>;

const holidays = settingsNoun<HolidayCalendarRow, HolidayCommand, HolidayFact>({
  category: 'holidays',
  fold: holidayFold,
  newId: 'holiday-calendar',
});
const may = requirePermission('organisation.configure', 'an owner or admin');

const sortDays = (days: readonly Holiday[]): Holiday[] =>
  days.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
const requireListedOnce = ({ data: { days } }: { readonly data: { readonly days: readonly Holiday[] } }) =>
  new Set(days.map(({ uid }) => uid)).size < days.length ? refuse('holidays.listed_twice', {}, 'days') : null;

/** Calendars of holidays: the stream `holidays`. */
export const holidaysDecider = holidays.decider({
  // replaces the calendar’s earlier content: a holiday imported twice exists once, and a moved one is on its new day
  ImportHolidayCalendar: holidays.save({
    may,
    checks: [
      requireFreeName('holidays.name_taken'),
      requireWithinLimit(holidayLimits.holidayCalendars, 'limit.holiday_calendars'),
      requireListedOnce,
    ],
    settings: ({ data: { name, days } }) => ({ name, days: sortDays(days) }),
    fact: (calendarId, settings) => ({ type: 'HolidayCalendarImported', data: { calendarId, ...settings } }),
  }),
  RemoveHolidayCalendar: holidays.act({
    may,
    missing: 'holidays.not_found',
    fact: ({ id: calendarId, row: { name } }) => ({ type: 'HolidayCalendarRemoved', data: { calendarId, name } }),
  }),
});

const sameInput = sameFor<HolidayCommand>();

export const inputs: InputsOf<HolidayFact, HolidayCommand> = {
  HolidayCalendarImported: sameInput('ImportHolidayCalendar'),
  HolidayCalendarRemoved: ({ calendarId }) => ({ type: 'RemoveHolidayCalendar', data: { calendarId } }),
};
