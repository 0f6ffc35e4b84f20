import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { millisBetween, laterOf, addMillis } from '@tocsin/kernel/time.js';
import type { StormRow } from './shared/storm-row.js';

const { within, joined, over } = stormLimits;

/**
 * Drops a row written by a clock that ran ahead: otherwise, until the others catch up, every group would seem to open
 * at one instant.
 */
const dropFuture = (row: StormRow | undefined, at: string): StormRow | undefined =>
  row && millisBetween(at, row.newest) > within ? undefined : row;

/** The active storm at this instant: it has just begun, or enough alerts joined recently. */
export const currentStormOf = (row: StormRow | undefined, at: string): StormRow['storm'] => {
  const { storm = null, newest = at } = dropFuture(row, at) ?? {};
  if (!storm) return null;
  const oldest = addMillis(laterOf(newest, at), -over);
  return storm.since >= oldest || (storm.joins.length >= joined && storm.joins[0]! >= oldest) ? storm : null;
};

const recentOpenings = (openedAt: readonly string[], now: string): readonly string[] => {
  const oldest = addMillis(now, -within);
  return openedAt.filter((one) => one >= oldest);
};

/** Whether the next opening at this instant starts a storm instead. */
export const doesBegin = (row: StormRow | undefined, at: string): boolean =>
  row !== undefined && recentOpenings(dropFuture(row, at)?.opened ?? [], laterOf(row.newest, at)).length >= stormLimits.opened;

type Storm = NonNullable<StormRow['storm']>;

/** Recent joins of a storm. A re-fire does not prolong it. */
const recentJoins = (joinTimes: Storm['joins'], { previousGroupId }: RoutedSignal, newest: string): Storm['joins'] =>
  previousGroupId ? joinTimes : [...joinTimes, newest].slice(-joined);

/** A storm that an opening starts, or continues by another group. */
const stormFromOpening = (before: StormRow['storm'], item: OpeningItem, newest: string): Storm => {
  const { storm, groupId, number } = item;
  const continued = storm?.follows ? before : null;
  const first = storm?.linked ? { first: storm.linked.first } : {};
  return { groupId, number, since: continued?.since ?? newest, joins: recentJoins(continued?.joins ?? [], item, newest), ...first };
};

/** An item that opens a group, or joins one. */
type OpeningItem = RoutedSignal & { readonly groupId: string; readonly number: number };
const isOpening = (item: RoutedSignal): item is OpeningItem =>
  (item.outcome === 'opened' || (item.outcome === 'joined' && !item.grouped)) &&
  !item.test &&
  item.groupId !== null &&
  item.number !== null;

/** The row after an item; the same row if the item is no opening. */
export const applyItem = (previousRow: StormRow | undefined, item: RoutedSignal): StormRow | undefined => {
  if (!isOpening(item)) return previousRow;
  const { outcome, serviceId, groupId, signal } = item;
  const row = dropFuture(previousRow, signal.receivedAt);
  const newest = laterOf(row?.newest ?? '', signal.receivedAt);
  const before = row ?? { serviceId, newest, opened: [], storm: null };
  if (!item.storm) return { ...before, newest, opened: [...recentOpenings(before.opened, newest), newest].slice(-stormLimits.opened) };
  if (outcome === 'opened') return { ...before, newest, storm: stormFromOpening(before.storm, item, newest) };
  if (before.storm?.groupId !== groupId) return { ...before, newest };
  return { ...before, newest, storm: { ...before.storm, joins: recentJoins(before.storm.joins, item, newest) } };
};
