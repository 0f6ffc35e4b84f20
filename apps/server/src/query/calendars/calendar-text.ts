import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarFeedAnswer } from '@tocsin/contracts/calendar-feeds/noun.js';

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
    // the library writes the name as it is, unlike all other texts
    name: escapeText(name),
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
      // being on call leaves time for meetings; the second is what Outlook reads
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
      stamp: new Date(at),
      lastModified: new Date(at),
      sequence: times,
    });
    if (reminder !== null) event.createAlarm({ type: ICalAlarmType.display, trigger: reminder * 60, description: title });
  }
  const text = calendar.toString();
  return shifts.length > 0 ? text : text.replace(/END:VCALENDAR\s*$/, [...utc, 'END:VCALENDAR'].join('\r\n'));
}

/** RFC 5545, 3.3.11. */
const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A calendar must have a component (RFC 5545, 3.6): without shifts it defines the zone in which they would be. */
const utc = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
];
