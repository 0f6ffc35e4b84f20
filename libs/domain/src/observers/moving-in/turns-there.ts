import type { Restriction, Zone } from '../../setup/schedules/shared/drawn-up.js';
import { clock } from './foreign-zones.js';
import { day, week, weekdayOf } from './recurrence.js';
import type { Span } from './stretches.js';

export interface CountedTurn extends Span {
  readonly number: number;
}

/** Turns of a fixed length on the wall, counted from a start. */
export function turnsWithin(zone: Zone, start: number, length: number, span: Span): readonly CountedTurn[] {
  const first = zone.wallAt(start);
  const turns: CountedTurn[] = [];
  const last = turnAt(zone, start, length, span.to);
  for (let number = turnAt(zone, start, length, span.from) - 1; number <= last; number += 1) {
    turns.push({ number, from: zone.firstAt(first + number * length), to: zone.firstAt(first + (number + 1) * length) });
  }
  return turns;
}

export const turnAt = (zone: Zone, start: number, length: number, at: number): number =>
  Math.floor((zone.wallAt(at) - zone.wallAt(start)) / length);

/** A window of each week: `from` is the local time behind Monday 00:00. */
export interface WeekWindow {
  readonly from: number;
  readonly length: number;
}

/** When the windows are open; none: always. */
export function openWithin(zone: Zone, windows: readonly WeekWindow[] | null, span: Span): readonly Span[] {
  if (windows === null) return [span];
  const wall = zone.wallAt(span.from);
  const monday = wall - (wall % day) - weekdayOf(wall) * day;
  const spans: Span[] = [];
  for (let begin = monday - week; begin < zone.wallAt(span.to) + day; begin += week) {
    for (const { from, length } of windows) spans.push({ from: zone.firstAt(begin + from), to: zone.firstAt(begin + from + length) });
  }
  return spans.filter(({ from, to }) => from < span.to && to > span.from);
}

/** The same windows as restrictions of a layer: one that lasts over several days is one for each of its days. */
export function restrictionsOf(windows: readonly WeekWindow[] | null): readonly Restriction[] {
  const parts = (windows ?? []).flatMap(({ from, length }) => partsByDay(from, from + length));
  const byTimes = new Map<string, Restriction & { weekdays: number[] }>();
  for (const { weekday, times } of parts) {
    const key = times === undefined ? '' : `${times.from}-${times.to}`;
    const found = byTimes.get(key) ?? { weekdays: [], ...(times === undefined ? {} : { times }) };
    if (!found.weekdays.includes(weekday)) found.weekdays.push(weekday);
    byTimes.set(key, found);
  }
  return [...byTimes.values()].map((one) => ({ ...one, weekdays: one.weekdays.toSorted((a, b) => a - b) }));
}

interface Part {
  readonly weekday: number;
  readonly times?: { readonly from: string; readonly to: string };
}

function partsByDay(from: number, to: number): readonly Part[] {
  const parts: Part[] = [];
  for (let begin = from; begin < to;) {
    const midnight = Math.floor(begin / day) * day + day;
    const end = Math.min(midnight, to);
    const weekday = (((Math.floor(begin / day) % 7) + 7) % 7) + 1;
    // a window until the next morning is one of the day on which it begins
    const isNight = to > midnight && to - begin < day && begin === from;
    if (isNight) return [{ weekday, times: { from: clock(begin), to: clock(to) } }];
    parts.push(end - begin === day ? { weekday } : { weekday, times: { from: clock(begin), to: clock(end) } });
    begin = end;
  }
  return parts;
}
