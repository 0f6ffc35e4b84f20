import { type Zone, zoneOf } from './zone.js';
import * as current from './zones/zones-2026c.js';

/** The clocks of all zones, in one edition of the IANA data. Facts name the edition by which they were computed. */
export interface ZoneTable {
  readonly version: string;
  /** Undefined for a zone that IANA does not know. */
  zone(name: string): Zone | undefined;
  readonly names: readonly string[];
}

interface ZoneEdition {
  readonly version: string;
  readonly zones: string;
  readonly lists: string;
}

function tableOf(edition: ZoneEdition): ZoneTable {
  const lists = edition.lists.split(';');
  const listOf = new Map(edition.zones.split(';').map((entry) => entry.split(' ') as [string, string]));
  const parsedZones = new Map<string, Zone>();
  return {
    version: edition.version,
    names: [...listOf.keys()],
    zone(name) {
      const list = listOf.get(name);
      if (list === undefined) return undefined;
      if (!parsedZones.has(name)) parsedZones.set(name, zoneOf(name, lists[Number(list)]!.split(' ').map(Number)));
      return parsedZones.get(name);
    },
  };
}

const tables = new Map<string, ZoneTable>();

/** Adds an edition. Editions are never removed, because facts name them. */
export function addZoneTable(edition: ZoneEdition): void {
  tables.set(edition.version, tableOf(edition));
}

/** The newest last. */
const editions: readonly ZoneEdition[] = [current];
for (const edition of editions) addZoneTable(edition);

export const hasZoneTable = (version: string): boolean => tables.has(version);

/** Throws for an unknown edition. */
export function loadZoneTable(version: string): ZoneTable {
  const table = tables.get(version);
  if (table === undefined) throw new Error(`There is no zone table ${version}.`);
  return table;
}

/** The edition for schedules that are made or changed now. */
export const loadLatestZoneTable = (): ZoneTable => loadZoneTable(editions.at(-1)!.version);
