import { coveredTimeOf } from './covered-time.js';
import { type CoveredUnits, coveredUnitsOf } from './covered-units.js';
import { clip } from './intervals.js';
import { hour, type Marks, marksPerTurn, marksOf } from './marks.js';
import type { Instant, Interval, Layer } from './schedule.js';
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
  const before = cachedTurns.get(layer);
  if (before?.zone === zone) return before.turns;
  const isElapsed = rotation.length.unit === 'hours' && 24 % rotation.length.count !== 0;
  const turns = isElapsed ? hourTurnsOf(layer, zone) : coveredTurnsOf(layer, marks, zone);
  cachedTurns.set(layer, { zone, turns });
  return turns;
}

/** With what is known of the weeks of a layer; layers are immutable. */
const cachedTurns = new WeakMap<Layer, { readonly zone: Zone; readonly turns: Turns }>();

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

/** Only covered units are counted; an uncovered one between two turns has the number of the next. */
function coveredTurnsOf(layer: Layer, marks: Marks, zone: Zone): Turns {
  const size = marksPerTurn(layer.rotation);
  const units = coveredUnitsOf(layer, marks, zone);
  return function* (from) {
    let mark = from <= layer.rotation.anchor ? units.first : marks.last(from);
    let counted = units.countBefore(mark);
    const rest = counted % size;
    if (rest > 0) mark = findCovered(units, (counted -= rest), mark);
    for (;;) {
      const isCovered = units.isCovered(mark);
      const [number, begin] = [counted / size, units.begin(mark)];
      mark = isCovered ? skipCovered(units, mark, size) : mark + 1;
      if (isCovered) counted += size;
      const turn = { number, from: begin, to: marks.at(mark) };
      if (turn.from < turn.to) yield turn;
    }
  };
}

/** The covered unit, before a mark, that has so many covered ones before it. */
function findCovered(units: CoveredUnits, counted: number, end: number): number {
  let [begin, after] = [units.first, end];
  while (after - begin > 1) {
    const middle = Math.floor((begin + after) / 2);
    if (units.countBefore(middle) <= counted) begin = middle;
    else after = middle;
  }
  return begin;
}

/** The mark at which so many covered units are over. */
function skipCovered(units: CoveredUnits, from: number, count: number): number {
  let mark = from;
  for (let left = count; left > 0; mark++) if (units.isCovered(mark)) left--;
  return mark;
}

/** Turns of a number of covered hours each. */
function hourTurnsOf({ rotation: { length, anchor }, restrictions }: Layer, zone: Zone): Turns {
  const [time, size] = [coveredTimeOf(restrictions, zone), length.count * hour];
  const start = time.until(anchor);
  return function* (instant) {
    let number = Math.max(0, Math.floor((time.until(instant) - start) / size));
    let from = number === 0 ? anchor : time.reach(start + number * size, anchor);
    for (; ; number++) {
      const to = time.reach(start + (number + 1) * size, from);
      yield { number, from, to };
      from = to;
    }
  };
}

/** The turns that overlap an interval, clipped to it. */
export function* listTurnsWithin(turns: Turns, interval: Interval): Iterable<Turn & { readonly whole: Interval }> {
  for (const turn of turns(interval.from)) {
    if (turn.from >= interval.to) return;
    yield* clip({ ...turn, whole: { from: turn.from, to: turn.to } }, interval);
  }
}
