import { Temporal } from 'temporal-polyfill';
import type { Instant, Rotation } from './schedule.js';
import type { OffsetChange, WallTime, Zone } from './zone.js';

export const hour = 3_600_000;
export const day = 24 * hour;

/**
 * The instants at which a turn may be handed off, numbered in order. Two may be the same instant, when a clock skips an
 * hour.
 */
export interface Marks {
  at(mark: number): Instant;
  /** The last at or before an instant. */
  last(at: Instant): number;
  /** By the clock, where a week has a whole number of them. */
  readonly wall?: {
    readonly perWeek: number;
    of(mark: number): WallTime;
    /** Marks after which, until the next, a change of the clock skips a time. */
    skippedBy(change: OffsetChange): readonly number[];
  };
}

/** 1970-01-05, the first Monday. */
export const firstMonday = 4 * day;

export function parseTimeOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * hour + minutes! * 60_000;
}

/**
 * The marks of a rotation. Those of days, weeks, months, and of hours that divide a day, are local times of the zone.
 */
export function marksOf({ length, anchor }: Rotation, zone: Zone): Marks {
  if (length.unit === 'hours') {
    return 24 % length.count === 0
      ? createEvenMarks(zone, zone.wallAt(anchor), length.count * hour)
      : createElapsedMarks(anchor, length.count * hour);
  }
  const time = parseTimeOfDay(length.time);
  if (length.unit === 'days') return createEvenMarks(zone, time, day);
  if (length.unit === 'weeks') return createEvenMarks(zone, firstMonday + (length.weekday - 1) * day + time, 7 * day);
  return createMonthMarks(zone, length.day, time);
}

export const marksPerTurn = ({ length }: Rotation): number => (length.unit === 'hours' ? 1 : length.count);

const createElapsedMarks = (anchor: Instant, step: number): Marks => ({
  at: (mark) => anchor + mark * step,
  last: (at) => Math.floor((at - anchor) / step),
});

/** `step` divides a week. */
function createEvenMarks(zone: Zone, first: WallTime, step: number): Marks {
  const of = (mark: number) => first + mark * step;
  const lastOf = (wall: WallTime) => Math.floor((wall - first) / step);
  const skippedBy = ({ at, before, offset }: OffsetChange) => {
    const from = lastOf(at + before);
    return Array.from({ length: Math.max(0, lastOf(at + offset - 1) + 1 - from) }, (_, index) => from + index);
  };
  return { ...createWallMarks(zone, of, lastOf), wall: { perWeek: (7 * day) / step, of, skippedBy } };
}

function createMonthMarks(zone: Zone, dayOfMonth: number, time: number): Marks {
  const midnightOf = (month: number) =>
    Temporal.PlainDate.from({ year: 1970, month: 1, day: 1 })
      .add({ months: month })
      .with({ day: dayOfMonth }, { overflow: 'constrain' })
      .toZonedDateTime('UTC').epochMilliseconds;
  const monthOf = (wall: WallTime) => {
    const { year, month } = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC');
    return (year - 1970) * 12 + month - 1;
  };
  return createWallMarks(zone, (mark) => midnightOf(mark) + time, monthOf);
}

/** `near` may be off by one: a clock that was set back shows an earlier time than a mark already passed. */
function createWallMarks(zone: Zone, wallOf: (mark: number) => WallTime, estimateMark: (wall: WallTime) => number): Marks {
  const instantOf = (mark: number) => zone.firstAt(wallOf(mark));
  return {
    at: instantOf,
    last(instant) {
      let mark = estimateMark(zone.wallAt(instant));
      while (instantOf(mark) > instant) mark--;
      while (instantOf(mark + 1) <= instant) mark++;
      return mark;
    },
  };
}
