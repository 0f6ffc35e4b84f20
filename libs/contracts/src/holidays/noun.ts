import { z } from 'zod';
import { id, instant, name, typedName } from '../ids.js';
import * as scheduleLimits from '../schedules/limits.js';
import * as holidayLimits from './limits.js';
import { command, event, type Messages } from '../message.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

/** A date in the time zone of the person: `2026-12-25`. */
const date = z.iso.date();

/** `uid`: of the event that it was read from; the same again is the same holiday. */
export const holiday = z.strictObject({ uid: z.string().min(1).max(scheduleLimits.calendarUidCharacters), date, name });
export type Holiday = z.infer<typeof holiday>;

const about = { calendarId: id };
const days = z.array(holiday).max(holidayLimits.holidaysPerCalendar);

/** Facts of the stream `holidays`. Holidays don’t change who is on call: they are shown and counted. */
export const events = {
  HolidayCalendarImported: event(
    1,
    ['settings', 'Holidays imported'],
    'A holiday calendar was imported: it replaces the previous content.',
    z.object({ ...about, name, days }),
  ),
  HolidayCalendarRemoved: event(1, ['settings', 'Holidays removed'], 'A holiday calendar was removed.', z.object({ ...about, name })),
};
export type HolidayFact = Messages<typeof events>;

export const commands = {
  ImportHolidayCalendar: command(
    'Import a holiday calendar, or import it again',
    'organisation.configure',
    z.strictObject({ calendarId: id.optional(), name: typedName, days: days.min(1) }),
  ),
  RemoveHolidayCalendar: command('Remove a holiday calendar', 'organisation.configure', z.strictObject(about)),
};

export const examples: Examples<typeof commands> = {
  ImportHolidayCalendar: { body: { name: 'Germany', days: [{ uid: 'christmas', date: '2040-12-25', name: 'Christmas Day' }] } },
  RemoveHolidayCalendar: { body: { calendarId: ids.other }, refusedAs: 'holidays.not_found' },
};

/** A calendar of holidays. `days` are sorted by date, and each date occurs once. */
export const holidayCalendarRow = z.object({ id, name, days, importedAt: instant });
export type HolidayCalendarRow = z.infer<typeof holidayCalendarRow>;

/** A chooser of a calendar: a person, or the organisation for everyone without a choice. */
interface HasHolidayCalendar {
  readonly holidayCalendarId?: string | null | undefined;
}

/**
 * The holidays of a person by date, each with its name: of the calendar that they chose, else of the organisation’s. A calendar that is gone has
 * none.
 */
export function holidaysOf(
  person: HasHolidayCalendar | undefined,
  organisation: HasHolidayCalendar | undefined,
  calendars: { readonly get: (id: string) => Pick<HolidayCalendarRow, 'days'> | undefined },
): ReadonlyMap<string, string> {
  const chosenCalendarId = person?.holidayCalendarId ?? organisation?.holidayCalendarId;
  const days = chosenCalendarId ? (calendars.get(chosenCalendarId)?.days ?? []) : [];
  return new Map(days.map((one) => [one.date, one.name]));
}

/** Response rows by view name. */
export const views = { holidayCalendars: holidayCalendarRow };
