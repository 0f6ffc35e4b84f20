import { stormLimits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { between, later, plus } from '@tocsin/kernel/time.js';
import type { StormRow } from './shared/storm-row.js';

const { opened: most, within, joined, over } = stormLimits;

/** What a clock said that ran ahead is forgotten: until the others reach it, every group would seem to open at one instant. */
const inTime = (row: StormRow | undefined, at: string): StormRow | undefined => (row && between(at, row.newest) > within ? undefined : row);

/** The storm that goes on at this instant: it has just begun, or enough joined of late. */
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

/** What would open another group at this instant joins one group instead. */
export const begins = (row: StormRow | undefined, at: string): boolean =>
  row !== undefined && lately(inTime(row, at)?.opened ?? [], later(row.newest, at)).length >= most;

/** What the row is after an item. The same row: it says nothing of groups that open. */
export const stormAfter = (known: StormRow | undefined, item: Routed): StormRow | undefined => {
  const { outcome, storm, test, serviceId, groupId, number, previousGroupId, signal } = item;
  if ((outcome !== 'opened' && outcome !== 'joined') || test || groupId === null || number === null) return known;
  const row = inTime(known, signal.receivedAt);
  const newest = later(row?.newest ?? '', signal.receivedAt);
  const before = row ?? { serviceId, newest, opened: [], storm: null };
  if (!storm) return { ...before, newest, opened: [...lately(before.opened, newest), newest].slice(-most) };
  // what fires again is no sign that the storm goes on
  const joins = (so: readonly string[]): readonly string[] => (previousGroupId ? so : [...so, newest].slice(-joined));
  if (outcome === 'opened') {
    const goesOn = storm.follows ? before.storm : null;
    const first = storm.linked ? { first: storm.linked.first } : {};
    return { ...before, newest, storm: { groupId, number, since: goesOn?.since ?? newest, joins: joins(goesOn?.joins ?? []), ...first } };
  }
  if (before.storm?.groupId !== groupId) return { ...before, newest };
  return { ...before, newest, storm: { ...before.storm, joins: joins(before.storm.joins) } };
};
