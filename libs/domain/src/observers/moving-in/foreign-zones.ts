import { Temporal } from 'temporal-polyfill';
import { findLatestZone, type Zone } from '../../setup/schedules/shared/latest-zones.js';
import { railsZones } from './rails-zones.js';

/** Java’s short names, as old users of Opsgenie have them. Others are the IANA table’s own. */
const javaZones: Readonly<Record<string, string>> = {
  PST: 'America/Los_Angeles',
  IST: 'Asia/Kolkata',
  CST: 'America/Chicago',
  JST: 'Asia/Tokyo',
};

/** The IANA name for a name of Rails, Java or IANA; undefined: nobody knows it. */
export function zoneNameOf(name: string): string | undefined {
  const known = railsZones[name] ?? javaZones[name] ?? name;
  return findLatestZone(known) === undefined ? undefined : known;
}

/** The same; throws for a name that nobody knows: a guessed zone would be hours off, unnoticed. */
export function zoneFor(name: string): string {
  const known = zoneNameOf(name);
  if (known === undefined) throw new Error(`unknown time zone “${name}”`);
  return known;
}

/** Throws where `zoneNameOf` knows none. */
export function zoneNamed(name: string): Zone {
  const zone = findLatestZone(zoneNameOf(name) ?? '');
  if (zone === undefined) throw new Error(`No zone ${name}.`);
  return zone;
}

/** An instant with any offset, in milliseconds. */
export const millisOf = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;

/** A local time without a zone. */
export const localTime = (text: string): number => Temporal.Instant.from(`${text}Z`).epochMilliseconds;

/** A time of day, `09:00` or `09:00:00`, in milliseconds. Throws for anything else. */
export function timeOfDay(text: string): number {
  const [, hours, minutes, seconds = '0'] = /^([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  if (hours === undefined) throw new Error(`unknown time of day “${text}”`);
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
}

/** `09:00` of `09:00:00`; undefined: it is no time of day. */
export const clockTime = (text: string): string | undefined => /^((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?$/.exec(text)?.[1];

export const clock = (local: number): string => {
  const minutes = Math.floor((((local % 86_400_000) + 86_400_000) % 86_400_000) / 60_000);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
