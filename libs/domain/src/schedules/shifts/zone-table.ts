import { type Zone, zoneOf } from './zone.js';
import * as current from './zones/zones-2026c.js';

/** What the clocks of all zones do, in one edition of the IANA data. Facts name the edition by which they were computed. */
export interface ZoneTable {
  readonly version: string;
  /** Undefined where IANA knows no such zone. */
  zone(name: string): Zone | undefined;
  readonly names: readonly string[];
}

interface Edition {
  readonly version: string;
  readonly zones: string;
  readonly lists: string;
}

function tableOf(edition: Edition): ZoneTable {
  const lists = edition.lists.split(';');
  const listOf = new Map(edition.zones.split(';').map((entry) => entry.split(' ') as [string, string]));
  const read = new Map<string, Zone>();
  return {
    version: edition.version,
    names: [...listOf.keys()],
    zone(name) {
      const list = listOf.get(name);
      if (list === undefined) return undefined;
      if (!read.has(name)) read.set(name, zoneOf(name, lists[Number(list)]!.split(' ').map(Number)));
      return read.get(name);
    },
  };
}

const tables = new Map<string, ZoneTable>();

/** From here on facts may name it. Those that were added stay: facts name them for ever. */
export function addZoneTable(edition: Edition): void {
  tables.set(edition.version, tableOf(edition));
}

/** The newest last. */
const editions: readonly Edition[] = [current];
for (const edition of editions) addZoneTable(edition);

export const hasZoneTable = (version: string): boolean => tables.has(version);

/** Throws where no such edition was ever shipped. */
export function zoneTable(version: string): ZoneTable {
  const table = tables.get(version);
  if (table === undefined) throw new Error(`There is no zone table ${version}.`);
  return table;
}

/** By which a schedule is computed that is made or changed now. */
export const latestZoneTable = (): ZoneTable => zoneTable(editions.at(-1)!.version);
