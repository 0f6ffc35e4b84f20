import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { day, readRule, RuleProblem } from '../../rules/recurrence/rule.js';
import { listRuleTimes } from '../../rules/recurrence/rule-times.js';
import { findLatestZone, findZone, type Zone } from '../schedules/shared/latest-zones.js';
import { subtractIntervals, uniteIntervals } from '../schedules/shared/intervals.js';

/** In milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type WindowTimes = Pick<MaintenanceRow, 'from' | 'to' | 'zone' | 'rule' | 'skipped' | 'endedEarly'> & {
  /** The edition of the zone table; absent: the newest. */
  readonly zones?: string;
};

/** Milliseconds that the clock would show in UTC. */
const wallOf = (time: string): number => toMillis(`${time}:00.000Z`);

export const lengthOf = ({ from, to }: Pick<WindowTimes, 'from' | 'to'>): number => wallOf(to) - wallOf(from);

/** UNTIL with a Z is an instant, which the clock may show twice: it is compared as an instant. */
const untilInstant = /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z;?/i;

const lastInstantOf = (rule: string): number => {
  const found = untilInstant.exec(rule);
  return found ? toMillis(`${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}:${found[6]}.000Z`) : Number.MAX_SAFE_INTEGER;
};

/** When its occurrences begin on the clock of its zone, around these instants. Throws a RuleProblem. */
const listWalls = ({ from, rule }: WindowTimes, zone: Zone, around: Span): readonly number[] => {
  const wall = wallOf(from);
  if (rule === null) return [wall];
  const read = readRule(rule.replace(untilInstant, ''), { wall, isDate: false, clock: zone });
  if (read.frequency === 'HOURLY') throw new RuleProblem('repeats_too_often');
  const range = { from: zone.wallAt(around.from) - 2 * day, to: zone.wallAt(around.to) + 2 * day };
  return listRuleTimes(read, wall, range);
};

/** Both edges are times of the clock; one whose beginning the clock skips begins at the first instant after, and keeps its length. */
const toSpan = (wall: number, length: number, zone: Zone): Span => {
  const from = zone.firstAt(wall);
  return { from, to: zone.wallAt(from) === wall ? zone.firstAt(wall + length) : from + length };
};

/** Its occurrences around these instants, in order; those that meet or overlap are one. Throws a RuleProblem. */
export const listSpans = (times: WindowTimes, range: Span): readonly Span[] => {
  const zone = times.zones === undefined ? findLatestZone(times.zone) : findZone(times.zones, times.zone);
  if (!zone) return [];
  const length = lengthOf(times);
  const last = times.rule === null ? Number.MAX_SAFE_INTEGER : lastInstantOf(times.rule);
  const skipped = new Set(times.skipped);
  // its first part says when an occurrence begins
  const spans = listWalls(times, zone, { from: range.from - length - maintenanceLimits.longest, to: range.to })
    .map((wall) => toSpan(wall, length, zone))
    .filter(({ from }) => from <= last);
  const ended = times.endedEarly.map(({ from, until }) => ({ from: toMillis(from), to: toMillis(until) }));
  return uniteIntervals(spans)
    .filter(({ from }) => !skipped.has(toInstant(from)))
    .flatMap((span) => subtractIntervals(span, ended))
    .filter(({ from, to }) => to > range.from && from < range.to);
};

/** How far ahead it is looked for the next occurrence, in days: most rules have one soon. */
const horizons = [40, 400, 4_000];

/** The first occurrences that end after an instant; none for a rule that can’t be used. */
export const spansAfter = (times: WindowTimes, at: number, count: number): readonly Span[] => {
  let found: readonly Span[] = [];
  for (const days of horizons) {
    // one that takes place once may be far ahead
    const to = times.rule === null ? Number.MAX_SAFE_INTEGER : at + days * day;
    try {
      found = listSpans(times, { from: at, to });
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      return [];
    }
    // the last one may go on beyond what was looked at
    if (times.rule === null || found.length > count) break;
  }
  return found.slice(0, count);
};

/** Of each row the occurrence that was found last: alerts of a minute ask for the same. */
const remembered = new WeakMap<object, { readonly since: number; readonly span: Span | undefined }>();

const nextSpan = (row: WindowTimes, at: number): Span | undefined => {
  const known = remembered.get(row);
  if (known && known.since <= at && (!known.span || at < known.span.to)) return known.span;
  const [span] = spansAfter(row, at, 1);
  remembered.set(row, { since: at, span });
  return span;
};

/** The occurrence that takes place at an instant, or comes next. */
export const occurrenceFrom = (row: WindowTimes, at: string): { readonly from: string; readonly until: string } | null => {
  const span = nextSpan(row, toMillis(at));
  return span ? { from: toInstant(span.from), until: toInstant(span.to) } : null;
};
