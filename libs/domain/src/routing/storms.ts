import { stormLimits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { between, later, plus } from '@tocsin/kernel/time.js';
import type { StormRow } from './shared/storm-row.js';

const { opened: most, within, joined, over } = stormLimits;

/**
 * Drops a row written by a clock that ran ahead: otherwise, until the others catch up, every group would seem to open
 * at one instant.
 */
const inTime = (row: StormRow | undefined, at: string): StormRow | undefined => (row && between(at, row.newest) > within ? undefined : row);

/** The storm under way at this instant: it has just begun, or enough joined recently. */
export const stormAt = (row: StormRow | undefined, at: string): StormRow['storm'] => {
  const { storm = null, newest = at } = inTime(row, at) ?? {};
  if (!storm) return null;
  const oldest = plus(later(newest, at), -over);
  return storm.since >= oldest || (storm.joins.length >= joined && storm.joins[0]! >= oldest) ? storm : null;
};

const lately = (opened: readonly string[], now: string): readonly string[] => {
  const oldest = plus(now, -within);
  return opened.filter((one) => one >= oldest);
};

/** Whether the next opening at this instant starts a storm instead. */
export const begins = (row: StormRow | undefined, at: string): boolean =>
  row !== undefined && lately(inTime(row, at)?.opened ?? [], later(row.newest, at)).length >= most;

/** The row after an item; the same row if the item is no opening. */
export const stormAfter = (known: StormRow | undefined, item: Routed): StormRow | undefined => {
  const { outcome, storm, test, serviceId, groupId, number, previousGroupId, signal } = item;
  if ((outcome !== 'opened' && outcome !== 'joined') || test || groupId === null || number === null) return known;
  const row = inTime(known, signal.receivedAt);
  const newest = later(row?.newest ?? '', signal.receivedAt);
  const before = row ?? { serviceId, newest, opened: [], storm: null };
  if (!storm) return { ...before, newest, opened: [...lately(before.opened, newest), newest].slice(-most) };
  // a re-fire does not prolong the storm
  const joins = (so: readonly string[]): readonly string[] => (previousGroupId ? so : [...so, newest].slice(-joined));
  if (outcome === 'opened') {
    const goesOn = storm.follows ? before.storm : null;
    const first = storm.linked ? { first: storm.linked.first } : {};
    return { ...before, newest, storm: { groupId, number, since: goesOn?.since ?? newest, joins: joins(goesOn?.joins ?? []), ...first } };
  }
  if (before.storm?.groupId !== groupId) return { ...before, newest };
  return { ...before, newest, storm: { ...before.storm, joins: joins(before.storm.joins) } };
};
