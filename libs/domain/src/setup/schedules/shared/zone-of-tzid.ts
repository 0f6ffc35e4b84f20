import { loadLatestZoneTable } from '../shifts/zone-table.js';
import type { Zone } from '../shifts/zone.js';
import { windowsZones } from './windows-zones.js';

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
