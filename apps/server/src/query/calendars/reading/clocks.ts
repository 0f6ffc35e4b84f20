import ICAL from 'ical.js';
import type { Zone } from '@tocsin/domain/setup/schedules/shifts/zone.js';
import type { CalendarComponent } from './content-lines.js';

/** Converts instants to the time that a clock shows, and back. Times are milliseconds since 1970, those of a clock as if they were in UTC. */
export interface Clock {
  wallAt(instant: number): number;
  /** A time that the clock skips counts by the offset before the gap (RFC 5545, 3.3.5); of a repeated one the first counts. */
  instantOf(wall: number): number;
}

export const utcClock: Clock = { wallAt: (instant) => instant, instantOf: (wall) => wall };

export const clockOf = (zone: Zone): Clock => ({
  wallAt: (instant) => zone.wallAt(instant),
  instantOf: (wall) => {
    const first = zone.firstAt(wall);
    if (zone.wallAt(first) === wall) return first;
    const before = first - 1;
    return wall - (zone.wallAt(before) - before);
  },
});

/** The clock that a calendar defines itself (`VTIMEZONE`); null when the definition can’t be read. */
export function clockOfDefinition(definition: CalendarComponent): Clock | null {
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(writeOut(definition)) as unknown[]));
    const offsetAt = (wall: number): number => zone.utcOffset(toTime(wall)) * 1_000;
    const wallAt = (instant: number): number => instant + offsetAt(instant + offsetAt(instant));
    wallAt(0);
    return { wallAt, instantOf: (wall) => wall - offsetAt(wall) };
  } catch {
    return null;
  }
}

const toTime = (wall: number): ICAL.Time => ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19));

const writeOut = ({ name, lines, components }: CalendarComponent): string =>
  [`BEGIN:${name}`, ...lines.map((line) => `${line.name}:${line.value}`), ...components.map(writeOut), `END:${name}`].join('\r\n');
