import { listLayerSegments, type ZoneOf } from './layers.js';
import { withOverrides } from './overrides.js';
import type { Duty, DutyReason, Instant, Interval, Schedule, Segment } from './schedule.js';
import { withTemporary } from './temporary.js';

/** A person’s time on call for one reason: a turn of a slot, an override, a shift of a temporary schedule. */
export type Shift = Interval & Duty;

export interface OnCall {
  /** They tile the interval; within each, the on-call people do not change. */
  readonly segments: readonly Segment[];
  readonly shifts: readonly Shift[];
  readonly gaps: readonly (Interval & { readonly isIntended: boolean })[];
  /** Intervals with several people on call. */
  readonly overlaps: readonly (Interval & { readonly people: readonly string[] })[];
}

/**
 * Who is on call in an interval, computed from everything that was decided. Pure: an edit changes nothing before it
 * takes effect.
 */
export function onCallWithin(schedule: Schedule, zoneOf: ZoneOf, interval: Interval): OnCall {
  const segments = [...listSegments(schedule, zoneOf, interval)];
  return {
    segments,
    shifts: shiftsOf(segments),
    gaps: segments.filter(({ duties }) => duties.length === 0).map(({ from, to, isIntended }) => ({ from, to, isIntended })),
    overlaps: segments
      .filter(({ duties }) => duties.length > 1)
      .map(({ from, to, duties }) => ({ from, to, people: duties.map(({ person }) => person) })),
  };
}

export function onCallAt(schedule: Schedule, zoneOf: ZoneOf, at: Instant): readonly Duty[] {
  for (const { duties } of listSegments(schedule, zoneOf, { from: at, to: at + 1 })) return duties;
  return [];
}

/** Before the first version no one is on call. */
function* listSegments({ versions, overrides, temporary }: Schedule, zoneOf: ZoneOf, interval: Interval): Iterable<Segment> {
  const first = versions.reduce((earliest, { effectiveFrom }) => Math.min(earliest, effectiveFrom), interval.to);
  const before = { from: interval.from, to: Math.min(first, interval.to), duties: [], isIntended: false };
  const layerSegments = listLayerSegments(versions, zoneOf, interval);
  const segments = before.from < before.to ? chainIterables([before], layerSegments) : layerSegments;
  // only what overlaps the interval matters: the rest must not cut segments here
  const doesOverlap = (one: Interval) => one.from < interval.to && one.to > interval.from;
  yield* joinSegments(withTemporary(withOverrides(segments, overrides.filter(doesOverlap)), temporary.filter(doesOverlap)));
}

function* chainIterables<T>(first: Iterable<T>, second: Iterable<T>): Iterable<T> {
  yield* first;
  yield* second;
}

/** Merges consecutive equal segments. */
function* joinSegments(segments: Iterable<Segment>): Iterable<Segment> {
  let first: Segment | undefined;
  let to = 0;
  for (const segment of segments) {
    if (first !== undefined && !isSameDuty(first, segment)) {
      yield { ...first, to };
      first = undefined;
    }
    first ??= segment;
    ({ to } = segment);
  }
  if (first !== undefined) yield { ...first, to };
}

const isSameDuty = (one: Segment, other: Segment) =>
  one.isIntended === other.isIntended &&
  one.duties.length === other.duties.length &&
  one.duties.every((duty, index) => isSame(duty, other.duties[index]!));

const isSame = (one: Duty, other: Duty) => one.person === other.person && isSameReason(one.reason, other.reason);

/** Ignores the version: one that did not change a turn must not split it. */
function isSameReason(one: DutyReason, other: DutyReason): boolean {
  if (one.kind === 'rotation' && other.kind === 'rotation') {
    return one.layer === other.layer && one.slot === other.slot && one.turn.from === other.turn.from && one.turn.to === other.turn.to;
  }
  if (one.kind === 'override' && other.kind === 'override') return one.override === other.override && one.replaced === other.replaced;
  return one.kind === 'temporary' && other.kind === 'temporary' && one.temporary === other.temporary && one.isFallback === other.isFallback;
}

function shiftsOf(segments: readonly Segment[]): Shift[] {
  const shifts: { -readonly [K in keyof Shift]: Shift[K] }[] = [];
  let runningShifts: typeof shifts = [];
  for (const { from, to, duties } of segments) {
    runningShifts = duties.map((duty) => {
      const runningShift = runningShifts.find((shift) => shift.to === from && isSame(shift, duty));
      if (runningShift !== undefined) runningShift.to = to;
      else shifts.push({ ...duty, from, to });
      return runningShift ?? shifts.at(-1)!;
    });
  }
  return shifts;
}
