import { computeCoverage } from './coverage.js';
import { clip } from './intervals.js';
import { day, hour, type Marks, marksPerTurn, marksOf } from './marks.js';
import type { Instant, Interval, Layer, Rotation } from './schedule.js';
import type { Zone } from './zone.js';

/** One turn of a rotation, by its number in the order. */
export interface Turn extends Interval {
  readonly number: number;
}

/** The turns from the one that contains an instant, without end. None before the anchor. */
export type Turns = (from: Instant) => Iterable<Turn>;

export function turnsOf(layer: Layer, zone: Zone): Turns {
  const { rotation, restrictions } = layer;
  const marks = marksOf(rotation, zone);
  if (!rotation.countsCoveredTimeOnly || restrictions.length === 0) return (from) => listPlainTurns(layer, marks, from);
  const isElapsed = rotation.length.unit === 'hours' && 24 % rotation.length.count !== 0;
  return (from) => (isElapsed ? skipUntil(listHourTurns(layer, zone), from) : listCoveredTurns(layer, marks, zone, from));
}

export function turnAt(turns: Turns, at: Instant): Turn | undefined {
  for (const turn of turns(at)) return turn.from <= at ? turn : undefined;
  return undefined;
}

/** A rotation counts from the last mark at or before its anchor, so that only the first turn is shortened. */
function* listPlainTurns({ rotation }: Layer, marks: Marks, from: Instant): Iterable<Turn> {
  const first = marks.last(rotation.anchor);
  const step = marksPerTurn(rotation);
  let number = from <= rotation.anchor ? 0 : Math.floor((marks.last(from) - first) / step);
  for (; ; number++) {
    const turn = {
      number,
      from: number === 0 ? rotation.anchor : marks.at(first + number * step),
      to: marks.at(first + (number + 1) * step),
    };
    if (turn.from < turn.to) yield turn;
  }
}

/** Only turns with any covered time are counted; another has the number of the next. */
function* listCoveredTurns(layer: Layer, marks: Marks, zone: Zone, from: Instant): Iterable<Turn> {
  let number: number | undefined;
  for (const turn of listPlainTurns(layer, marks, from)) {
    number ??= countCoveredBefore(layer, marks, zone, turn.from);
    yield { ...turn, number };
    if (computeCoverage(layer.restrictions, zone, turn).length > 0) number++;
  }
}

/**
 * The number of covered turns before one that begins here. Iterates over covered time, not over turns: with an anchor
 * years back, there would be tens of thousands of one-hour turns.
 */
function countCoveredBefore(layer: Layer, marks: Marks, zone: Zone, until: Instant): number {
  const { rotation, restrictions } = layer;
  const before = counts.get(layer);
  const from = before?.zone === zone && before.until <= until ? before : { until: rotation.anchor, counted: 0 };
  const coveredCount = from.counted + countCoveredWithin(rotation, restrictions, marks, zone, { from: from.until, to: until });
  counts.set(layer, { zone, until, counted: coveredCount });
  return coveredCount;
}

interface Count {
  readonly zone: Zone;
  /** The beginning of a turn. */
  readonly until: Instant;
  readonly counted: number;
}
/** The last count of each layer (layers are immutable): the next call is mostly about the same turn, or a later one. */
const counts = new WeakMap<Layer, Count>();

/** The number of covered turns, from the beginning of one to the beginning of another. */
function countCoveredWithin(rotation: Rotation, restrictions: Layer['restrictions'], marks: Marks, zone: Zone, interval: Interval): number {
  const first = marks.last(rotation.anchor);
  const step = marksPerTurn(rotation);
  const turnOf = (at: Instant) => Math.floor((marks.last(at) - first) / step);
  let coveredCount = 0;
  let last = -1;
  for (const { from, to } of listCoveredFrom(restrictions, zone, interval.from)) {
    if (from >= interval.to) return coveredCount;
    const begin = Math.max(turnOf(from), last + 1);
    last = Math.max(turnOf(Math.min(to, interval.to) - 1), last);
    coveredCount += last - begin + 1;
    // two hourly marks at the same instant have no turn between them
    if (rotation.length.unit === 'hours') coveredCount -= withoutLength(marks, first + begin, first + last);
  }
  return coveredCount;
}

/** Number of these one-mark turns without length: marks coincide only where a clock skips a time. */
function withoutLength(marks: Marks, begin: number, end: number): number {
  let emptyTurns = 0;
  for (let mark = begin; mark <= end; mark++) if (marks.at(mark) === marks.at(mark + 1)) emptyTurns++;
  return emptyTurns;
}

/** Turns of a number of covered hours each. */
function* listHourTurns({ rotation, restrictions }: Layer, zone: Zone): Iterable<Turn> {
  const length = rotation.length.count * hour;
  let number = 0;
  let from = rotation.anchor;
  let remainingHours = length;
  for (const coveredInterval of listCoveredFrom(restrictions, zone, from)) {
    let at = coveredInterval.from;
    while (coveredInterval.to - at >= remainingHours) {
      at += remainingHours;
      yield { number: number++, from, to: at };
      from = at;
      remainingHours = length;
    }
    remainingHours -= coveredInterval.to - at;
  }
}

/** The covered time from an instant on, without end. */
function* listCoveredFrom(restrictions: Layer['restrictions'], zone: Zone, begin: Instant): Iterable<Interval> {
  for (let from = begin; ; from += 28 * day) yield* computeCoverage(restrictions, zone, { from, to: from + 28 * day });
}

function* skipUntil(turns: Iterable<Turn>, from: Instant): Iterable<Turn> {
  for (const turn of turns) if (turn.to > from) yield turn;
}

/** The turns that overlap an interval, clipped to it. */
export function* listTurnsWithin(turns: Turns, interval: Interval): Iterable<Turn & { readonly whole: Interval }> {
  for (const turn of turns(interval.from)) {
    if (turn.from >= interval.to) return;
    yield* clip({ ...turn, whole: { from: turn.from, to: turn.to } }, interval);
  }
}
