import type { Holiday, HolidayCalendarRow, HolidayFact, commands as holidayCommands } from '@tocsin/contracts/holidays/noun.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { isNameTaken } from '../../rules/names.js';
import { refusePermission, hasOrganisationPermission } from '../../rules/permissions.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { holidayFold } from './views.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';

export type HolidayCommand = Messages<typeof holidayCommands>;
export type HolidaysState = Table<HolidayCalendarRow>;
type Data<T extends HolidayCommand['type']> = DataOf<HolidayCommand, T>;
type HolidayDecision = Decision<HolidayFact>;

const sortDays = (days: readonly Holiday[]): Holiday[] =>
  days.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));

/** Replaces the calendar’s earlier content: a holiday imported twice exists once, and a moved one is on its new day. */
const importCalendar = (data: Data<'ImportHolidayCalendar'>, state: HolidaysState, context: ConfigurationContext): HolidayDecision => {
  if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
  const calendarId = data.calendarId ?? context.newId('holiday-calendar');
  const existingCalendar = state.get(calendarId);
  if (isNameTaken(state.values(), data.name, calendarId)) return refuse('holidays.name_taken', {}, 'name');
  const limit = holidayLimits.holidayCalendars;
  if (!existingCalendar && state.values().length >= limit) return refuse('limit.holiday_calendars', { limit });
  if (new Set(data.days.map(({ uid }) => uid)).size < data.days.length) return refuse('holidays.listed_twice', {}, 'days');
  const settings = { name: data.name, days: sortDays(data.days) };
  if (existingCalendar && hasSameSettings(existingCalendar, settings)) return new Nothing();
  return [{ type: 'HolidayCalendarImported', data: { calendarId, ...settings } }];
};

const remove = ({ calendarId }: Data<'RemoveHolidayCalendar'>, state: HolidaysState, context: ConfigurationContext): HolidayDecision => {
  if (!hasOrganisationPermission(context, 'organisation.configure')) return refusePermission('an owner or admin');
  const existingCalendar = state.get(calendarId);
  return existingCalendar
    ? [{ type: 'HolidayCalendarRemoved', data: { calendarId, name: existingCalendar.name } }]
    : refuse('holidays.not_found');
};

const singleStream = () => '';

/** Calendars of holidays: the stream `holidays`. */
export const holidaysDecider: Decider<HolidaysState, HolidayCommand, HolidayFact, ConfigurationReads> = {
  category: 'holidays',
  isSingle: true,
  initial: Table.empty(),
  sequenceOf: () => configurationSequence,
  streamId: { ImportHolidayCalendar: singleStream, RemoveHolidayCalendar: singleStream },
  decide: { ImportHolidayCalendar: importCalendar, RemoveHolidayCalendar: remove },
  evolve: evolveOf<HolidaysState, HolidayCalendarRow, HolidayFact>(
    holidayFold,
    (state, id) => state.get(id),
    (state, id, row) => state.with(id, row),
  ),
};

const sameInput = sameFor<HolidayCommand>();

/** The command that each fact was decided by. */
export const inputs: InputsOf<HolidayFact, HolidayCommand> = {
  HolidayCalendarImported: sameInput('ImportHolidayCalendar'),
  HolidayCalendarRemoved: ({ calendarId }) => ({ type: 'RemoveHolidayCalendar', data: { calendarId } }),
};
