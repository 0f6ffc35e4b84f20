import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds.js';
import { toMillis } from '@tocsin/kernel/time.js';

/** How often a program that follows the feed is asked to read it again, in seconds. */
const again = 3_600;
/** From here versions of events are counted, in seconds: they fit the number that calendars keep of them until 2088. */
const begun = toMillis('2020-01-01T00:00:00.000Z');

/** When each schedule was edited last, and how long before a shift the calendar reminds. */
export interface CalendarTextOptions {
  readonly editedAt: (scheduleId: string) => string;
  readonly reminder: number | null;
}

/** The feed as iCalendar (RFC 5545), times in UTC. */
export function calendarText({ name, shifts }: CalendarFeedAnswer, { editedAt, reminder }: CalendarTextOptions): string {
  const calendar = ical({ name, method: ICalCalendarMethod.PUBLISH, prodId: { company: 'Tocsin', product: 'Tocsin' }, ttl: again });
  for (const { uid, from, to, title, scheduleId, url } of shifts) {
    const edited = editedAt(scheduleId);
    const event = calendar.createEvent({
      id: uid,
      start: new Date(from),
      end: new Date(to),
      summary: title,
      url,
      stamp: new Date(edited),
      lastModified: new Date(edited),
      sequence: Math.max(0, Math.floor((toMillis(edited) - begun) / 1_000)),
    });
    if (reminder !== null) event.createAlarm({ type: ICalAlarmType.display, trigger: reminder * 60, description: title });
  }
  return calendar.toString();
}
