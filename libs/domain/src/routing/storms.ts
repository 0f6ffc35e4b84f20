import { limits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import { later, plus } from '@tocsin/kernel/time.js';
import type { StormRow } from './shared/storm-row.js';

const { opened: most, within, joined, over } = limits.storm;

/** It goes on at this instant: it has just begun, or enough joined of late. */
export const isOn = (row: StormRow | undefined, at: string): row is StormRow & { storm: NonNullable<StormRow['storm']> } => {
  const storm = row?.storm;
  if (!storm) return false;
  const oldest = plus(later(row.newest, at), -over);
  return storm.since >= oldest || (storm.joins.length >= joined && storm.joins[0]! >= oldest);
};

const lately = (opened: readonly string[], now: string): readonly string[] => {
  const oldest = plus(now, -within);
  return opened.filter((one) => one >= oldest);
};

/** What would open another group at this instant joins one group instead. */
export const begins = (row: StormRow | undefined, at: string): boolean =>
  row !== undefined && lately(row.opened, later(row.newest, at)).length >= most;

/** What the row is after an item. The same row: it says nothing of groups that open. */
export const stormAfter = (row: StormRow | undefined, item: Routed): StormRow | undefined => {
  const { outcome, storm, test, serviceId, groupId, number, previousGroupId, signal } = item;
  if ((outcome !== 'opened' && outcome !== 'joined') || test || groupId === null || number === null) return row;
  const newest = later(row?.newest ?? '', signal.receivedAt);
  const before = row ?? { serviceId, newest, opened: [], storm: null };
  if (!storm) return { ...before, newest, opened: [...lately(before.opened, newest), newest].slice(-most) };
  // what fires again is no sign that the storm goes on
  const joins = (so: readonly string[]): readonly string[] => (previousGroupId ? so : [...so, newest].slice(-joined));
  if (outcome === 'opened') {
    const goesOn = storm.follows ? before.storm : null;
    return { ...before, newest, storm: { groupId, number, since: goesOn?.since ?? newest, joins: joins(goesOn?.joins ?? []) } };
  }
  if (before.storm?.groupId !== groupId) return { ...before, newest };
  return { ...before, newest, storm: { ...before.storm, joins: joins(before.storm.joins) } };
};
