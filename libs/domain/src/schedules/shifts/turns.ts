import { coverage } from './coverage.js';
import { clip } from './intervals.js';
import { day, hour, type Marks, marksInTurn, marksOf } from './marks.js';
import type { Instant, Interval, Layer } from './schedule.js';
import type { Zone } from './zone.js';

/** One turn of a rotation, by its number in the order. */
export interface Turn extends Interval {
  readonly number: number;
}

/** From the turn in which an instant lies, without end. Nothing before the anchor. */
export type Turns = (from: Instant) => Iterable<Turn>;

export function turnsOf(layer: Layer, zone: Zone): Turns {
  const { rotation, restrictions } = layer;
  const marks = marksOf(rotation, zone);
  if (!rotation.countsCoveredTimeOnly || restrictions.length === 0) return (from) => plainTurns(layer, marks, from);
  const isElapsed = rotation.length.unit === 'hours' && 24 % rotation.length.count !== 0;
  return (from) => since(isElapsed ? coveredHours(layer, zone) : coveredTurns(layer, marks, zone), from);
}

export function turnAt(turns: Turns, at: Instant): Turn | undefined {
  for (const turn of turns(at)) return turn.from <= at ? turn : undefined;
  return undefined;
}

/** A rotation counts from the last mark at or before its anchor, so that only the first turn is shortened. */
function* plainTurns({ rotation }: Layer, marks: Marks, from: Instant): Iterable<Turn> {
  const first = marks.last(rotation.anchor);
  const step = marksInTurn(rotation);
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

/** Turns of which any minute is covered are counted; another has the number of the next. */
function* coveredTurns(layer: Layer, marks: Marks, zone: Zone): Iterable<Turn> {
  let number = 0;
  for (const { from, to } of plainTurns(layer, marks, layer.rotation.anchor)) {
    yield { number, from, to };
    if (coverage(layer.restrictions, zone, { from, to }).length > 0) number++;
  }
}

/** Turns of so many covered hours each. */
function* coveredHours({ rotation, restrictions }: Layer, zone: Zone): Iterable<Turn> {
  const length = rotation.length.count * hour;
  let number = 0;
  let from = rotation.anchor;
  let left = length;
  for (const covered of coveredFrom(restrictions, zone, from)) {
    let at = covered.from;
    while (covered.to - at >= left) {
      at += left;
      yield { number: number++, from, to: at };
      from = at;
      left = length;
    }
    left -= covered.to - at;
  }
}

/** What is covered from an instant on, without end. */
function* coveredFrom(restrictions: Layer['restrictions'], zone: Zone, begin: Instant): Iterable<Interval> {
  for (let from = begin; ; from += 28 * day) yield* coverage(restrictions, zone, { from, to: from + 28 * day });
}

function* since(turns: Iterable<Turn>, from: Instant): Iterable<Turn> {
  for (const turn of turns) if (turn.to > from) yield turn;
}

/** The turns that meet an interval, clipped to it. */
export function* turnsWithin(turns: Turns, within: Interval): Iterable<Turn & { readonly whole: Interval }> {
  for (const turn of turns(within.from)) {
    if (turn.from >= within.to) return;
    yield* clip({ ...turn, whole: { from: turn.from, to: turn.to } }, within);
  }
}
