import ICAL from 'ical.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { loadLatestZoneTable } from '@tocsin/domain/schedules/shifts/zone-table.js';

export interface CalendarOrder {
  readonly text: string;
  /** The zone of times without one. */
  readonly timeZone: string;
  /** Only events that overlap this range, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The most events to return. */
  readonly limit: number;
}

export interface CalendarEvent {
  /** The same for the same occurrence of the same event at every read. */
  readonly key: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** For all-day events: the first day, and the day after the last. */
  readonly days: { readonly first: string; readonly end: string } | null;
  /** Addresses of organiser and attendees. */
  readonly emails: readonly string[];
}

export interface CalendarRead {
  readonly name: string | null;
  readonly events: readonly CalendarEvent[];
  /** There were more events than `limit`. */
  readonly isCut: boolean;
}

/**
 * The most occurrences that are examined in one calendar, however many rules it has: otherwise a rule for every second since 1970
 * would take too long.
 */
const occurrences = 50_000;
const table = loadLatestZoneTable();

/** Reads iCalendar (RFC 5545), including recurrence rules and exceptions. Throws for other text. */
export function parseCalendar({ text, timeZone, from, to, limit }: CalendarOrder): CalendarRead {
  const calendar = new ICAL.Component(firstValues(ICAL.parse(text)));
  if (calendar.name !== 'vcalendar') throw new Error(`it contains a ${calendar.name}, not a calendar`);
  const own = calendar.getFirstPropertyValue('x-wr-timezone');
  const name = calendar.getFirstPropertyValue('x-wr-calname');
  const zone = typeof own === 'string' && table.zone(own) ? own : timeZone;
  const calendarEvents: CalendarEvent[] = [];
  let remaining = occurrences;
  for (const event of eventsOf(calendar)) {
    for (const one of occurrencesOf(event, zone)) {
      remaining -= 1;
      if (remaining < 0 || Date.parse(one.from) >= to) break;
      if (Date.parse(one.to) > from) calendarEvents.push(one);
    }
  }
  const events = calendarEvents.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
  return { name: typeof name === 'string' ? name : null, events: events.slice(0, limit), isCut: events.length > limit || remaining < 0 };
}

/** A file may contain several calendars: the first is read. */
const firstValues = (value: unknown): unknown[] => {
  const roots = value as unknown[];
  return Array.isArray(roots[0]) ? (roots[0] as unknown[]) : roots;
};

/** Each event with its moved occurrences; cancelled events are left out. */
function* eventsOf(calendar: ICAL.Component): Iterable<ICAL.Event> {
  const all = calendar.getAllSubcomponents('vevent');
  const movedByUid = new Map<unknown, ICAL.Component[]>();
  for (const event of all) {
    if (!event.hasProperty('recurrence-id')) continue;
    const uid = event.getFirstPropertyValue('uid');
    const moves = movedByUid.get(uid);
    if (moves) moves.push(event);
    else movedByUid.set(uid, [event]);
  }
  const masters = new Set<unknown>();
  for (const component of all) {
    if (component.hasProperty('recurrence-id') || !component.hasProperty('dtstart') || isCancelled(component)) continue;
    const uid = component.getFirstPropertyValue('uid');
    masters.add(uid);
    yield new ICAL.Event(component, { exceptions: movedByUid.get(uid) ?? [], strictExceptions: true });
  }
  // the calendar may have been cut so that only the moved occurrences are in it
  for (const [uid, events] of movedByUid) {
    if (masters.has(uid)) continue;
    for (const event of events) if (event.hasProperty('dtstart') && !isCancelled(event)) yield new ICAL.Event(event);
  }
}

const isCancelled = (event: ICAL.Component): boolean => String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';

function* occurrencesOf(event: ICAL.Event, zone: string): Iterable<CalendarEvent> {
  if (!event.isRecurring()) {
    yield read(event, event.startDate, event.endDate, event.recurrenceId ? `/${event.recurrenceId.toString()}` : '', zone);
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next() as ICAL.Time | undefined) {
    const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next);
    if (!isCancelled(item.component)) yield read(item, startDate, endDate, `/${recurrenceId.toString()}`, zone);
  }
}

function read(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, occurrence: string, zone: string): CalendarEvent {
  const zoneName = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
  const at = (time: ICAL.Time) => toInstant(instantOf(time, zoneName && table.zone(zoneName) ? zoneName : zone));
  return {
    key: `${event.uid}${occurrence}`,
    title: toOneLine(event.summary ?? ''),
    from: at(start),
    to: at(end),
    days: start.isDate ? { first: start.toString(), end: end.toString() } : null,
    emails: emailsOf(event.component),
  };
}

const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Uses our own time zone data if it has the zone, otherwise the definition in the calendar. */
function instantOf(time: ICAL.Time, floating: string): number {
  const { tzid } = time.zone;
  if (tzid === 'UTC') return time.toUnixTime() * 1_000;
  const zone = table.zone(tzid === 'floating' ? floating : tzid);
  const { year, month, day, hour, minute, second } = time;
  return zone ? zone.firstAt(Date.UTC(year, month - 1, day, hour, minute, second)) : time.toUnixTime() * 1_000;
}

const emailsOf = (event: ICAL.Component): string[] =>
  ['attendee', 'organizer']
    .flatMap((name) => event.getAllProperties(name))
    .map((property) => /^mailto:(.+)$/i.exec(String(property.getFirstValue()))?.[1]?.toLowerCase() ?? '')
    .filter((email) => email !== '');
