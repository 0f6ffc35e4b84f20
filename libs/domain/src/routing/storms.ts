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

/** The active storm at this instant: it has just begun, or enough alerts joined recently. */
export const stormAt = (row: StormRow | undefined, at: string): StormRow['storm'] => {
  const { storm = null, newest = at } = inTime(row, at) ?? {};
  if (!storm) return null;
  const oldest = plus(later(newest, at), -over);
  return storm.since >= oldest || (storm.joins.length >= joined && storm.joins[0]! >= oldest) ? storm : null;
};

const openedRecently = (opened: readonly string[], now: string): readonly string[] => {
  const oldest = plus(now, -within);
  return opened.filter((one) => one >= oldest);
};

/** Whether the next opening at this instant starts a storm instead. */
export const begins = (row: StormRow | undefined, at: string): boolean =>
  row !== undefined && openedRecently(inTime(row, at)?.opened ?? [], later(row.newest, at)).length >= most;

type Storm = NonNullable<StormRow['storm']>;

/** Recent joins of a storm. A re-fire does not prolong it. */
const joinsAfter = (joins: Storm['joins'], { previousGroupId }: Routed, newest: string): Storm['joins'] =>
  previousGroupId ? joins : [...joins, newest].slice(-joined);

/** A storm that an opening starts, or continues by another group. */
const stormOfOpening = (before: StormRow['storm'], item: Opening, newest: string): Storm => {
  const { storm, groupId, number } = item;
  const continued = storm?.follows ? before : null;
  const first = storm?.linked ? { first: storm.linked.first } : {};
  return { groupId, number, since: continued?.since ?? newest, joins: joinsAfter(continued?.joins ?? [], item, newest), ...first };
};

/** An item that opens a group, or joins one. */
type Opening = Routed & { readonly groupId: string; readonly number: number };
const isOpening = (item: Routed): item is Opening =>
  (item.outcome === 'opened' || item.outcome === 'joined') && !item.test && item.groupId !== null && item.number !== null;

/** The row after an item; the same row if the item is no opening. */
export const stormAfter = (known: StormRow | undefined, item: Routed): StormRow | undefined => {
  if (!isOpening(item)) return known;
  const { outcome, serviceId, groupId, signal } = item;
  const row = inTime(known, signal.receivedAt);
  const newest = later(row?.newest ?? '', signal.receivedAt);
  const before = row ?? { serviceId, newest, opened: [], storm: null };
  if (!item.storm) return { ...before, newest, opened: [...openedRecently(before.opened, newest), newest].slice(-most) };
  if (outcome === 'opened') return { ...before, newest, storm: stormOfOpening(before.storm, item, newest) };
  if (before.storm?.groupId !== groupId) return { ...before, newest };
  return { ...before, newest, storm: { ...before.storm, joins: joinsAfter(before.storm.joins, item, newest) } };
};
