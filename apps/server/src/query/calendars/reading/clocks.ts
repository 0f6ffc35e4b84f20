import ICAL from 'ical.js';
import type { Zone } from '@tocsin/domain/setup/schedules/shifts/zone.js';
import { loadLatestZoneTable } from '@tocsin/domain/setup/schedules/shifts/zone-table.js';
import type { CalendarComponent } from './content-lines.js';
import { windowsZones } from './windows-zones.js';

/** Converts instants to the time that a clock shows, and back. Times are milliseconds since 1970, those of a clock as if they were in UTC. */
export interface Clock {
  wallAt(instant: number): number;
  /** A time that the clock skips counts by the offset before the gap (RFC 5545, 3.3.5); of a repeated one the first counts. */
  instantOf(wall: number): number;
}

export const utcClock: Clock = { wallAt: (instant) => instant, instantOf: (wall) => wall };

const table = loadLatestZoneTable();
const lowerCase = <T>(entries: Iterable<readonly [string, T]>): ReadonlyMap<string, T> =>
  new Map([...entries].map(([name, value]) => [name.toLowerCase(), value]));
const zoneNames = lowerCase(table.names.map((name) => [name, name] as const));
const zonesOfWindows = lowerCase(windowsZones.split(';').map((entry) => entry.split('=') as [string, string]));

/**
 * The IANA zone that a TZID names: itself, by a name of Windows, or at the end of a unique id such as `/example.org/Europe/Berlin`. Undefined for
 * others.
 */
export function findZone(tzid: string): Zone | undefined {
  const name = tzid.trim().toLowerCase();
  const windowsName = zonesOfWindows.get(name);
  const segments = name.startsWith('/') ? name.split('/').slice(1) : [];
  const candidates = [name, ...segments.map((_, index) => segments.slice(index).join('/'))];
  const known = windowsName ?? candidates.map((candidate) => zoneNames.get(candidate)).find((one) => one !== undefined);
  return known === undefined ? undefined : table.zone(known);
}

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
