import { day, second } from '@tocsin/domain/rules/recurrence/rule.js';
import type { ContentLine } from './content-lines.js';
import { CalendarProblem } from './calendar-problem.js';
import { utcClock, type Clock } from './clocks.js';

/** A date, or a time on a clock. */
export interface Moment {
  readonly wall: number;
  readonly isDate: boolean;
  readonly clock: Clock;
}

/** A moment, or a period from it (`RDATE;VALUE=PERIOD`). */
export interface Period {
  readonly start: Moment;
  readonly end: Moment | null;
}

/** The clock that a TZID names; undefined: that of times without a zone. Throws a CalendarProblem for an unknown one. */
export type ClockOf = (tzid: string | undefined) => Clock;

export const instantOf = ({ wall, clock }: Moment): number => clock.instantOf(wall);
/** The same clock at another time. */
export const atWall = (moment: Moment, wall: number): Moment => ({ ...moment, wall });

/** As in the keys of events: `2027-05-03`, `2027-05-03T08:00:00`, in UTC with `Z`. */
export function textOf({ wall, isDate, clock }: Moment): string {
  const text = new Date(wall).toISOString();
  return isDate ? text.slice(0, 10) : `${text.slice(0, 19)}${clock === utcClock ? 'Z' : ''}`;
}

const form = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/** A date or a time, whichever its form says: many programs leave `VALUE=DATE` out. */
function readMoment(text: string, line: ContentLine, clockOf: ClockOf): Moment {
  const found = form.exec(text.trim());
  const [year, month, dayOfMonth, hour = 0, minute = 0, seconds = 0] = (found ?? []).slice(1, 7).map((digits) => Number(digits ?? 0));
  const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, dayOfMonth, hour, minute, Math.min(seconds, 59));
  // 31 February, or 25 o’clock
  const isReal = found !== null && new Date(wall).getUTCDate() === dayOfMonth && hour < 24 && minute < 60 && seconds <= 60;
  if (!isReal) throw new CalendarProblem('unreadable', line.name, line.line);
  const isDate = found[4] === undefined;
  return { wall, isDate, clock: found[7] === undefined ? clockOf(line.params.get('TZID')) : utcClock };
}

export const readOne = (line: ContentLine, clockOf: ClockOf): Moment => readMoment(line.value, line, clockOf);

/** Several, separated by commas, each of which may be a period. */
export const readPeriods = (line: ContentLine, clockOf: ClockOf): readonly Period[] =>
  line.value.split(',').map((part) => {
    const [from, to] = part.split('/');
    const start = readMoment(from!, line, clockOf);
    if (to === undefined) return { start, end: null };
    return { start, end: /^[+-]?P/i.test(to) ? atWall(start, start.wall + readDuration(to, line)) : readMoment(to, line, clockOf) };
  });

const durationForm = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** In milliseconds (RFC 5545, 3.3.6). */
export function readDuration(text: string, line: ContentLine): number {
  const found = durationForm.exec(text.trim());
  if (!found) throw new CalendarProblem('unreadable', line.name, line.line);
  const [weeks, days, hours, minutes, seconds] = found.slice(2).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const length = (weeks * 7 + days) * day + ((hours * 60 + minutes) * 60 + seconds) * second;
  return found[1] === '-' ? -length : length;
}
