import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds.js';

/** Reload interval requested from calendar programs, in seconds. */
const refreshSeconds = 3_600;

/** When and how often each schedule was edited, and how long before a shift the calendar reminds. */
export interface CalendarTextOptions {
  readonly getEdits: (scheduleId: string) => { readonly at: string; readonly times: number };
  readonly reminder: number | null;
}

/** The feed as iCalendar (RFC 5545), times in UTC. */
export function renderCalendar({ name, shifts }: CalendarFeedAnswer, { getEdits: edited, reminder }: CalendarTextOptions): string {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Tocsin', product: 'Tocsin' },
    ttl: refreshSeconds,
  });
  for (const { uid, from, to, title, scheduleId, url } of shifts) {
    const { at, times } = edited(scheduleId);
    const event = calendar.createEvent({
      id: uid,
      start: new Date(from),
      end: new Date(to),
      summary: title,
      url,
      stamp: new Date(at),
      lastModified: new Date(at),
      sequence: times,
    });
    if (reminder !== null) event.createAlarm({ type: ICalAlarmType.display, trigger: reminder * 60, description: title });
  }
  return calendar.toString();
}
