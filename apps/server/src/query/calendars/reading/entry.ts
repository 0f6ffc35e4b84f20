import { day, midnightOf } from '@tocsin/domain/rules/recurrence/rule.js';
import { CalendarProblem } from './calendar-problem.js';
import { findLine, readText, type CalendarComponent, type ContentLine } from './content-lines.js';
import { instantOf, readDuration, readOne, readPeriods, type ClockOf, type Moment, type Period } from './moments.js';

/** Someone invited, by their address in lower case. */
export interface Attendee {
  readonly email: string;
  readonly hasDeclined: boolean;
}

/** An event as it is in the file. */
export interface CalendarEntry {
  readonly line: number;
  readonly uid: string | null;
  readonly title: string;
  readonly attendees: readonly Attendee[];
  readonly isCancelled: boolean;
  /** The higher one of two counts. */
  readonly sequence: number;
  readonly stamp: string;
  readonly start: Moment;
  /** From start to end on the clock of the start: the same on the days on which the clocks change. */
  readonly length: number;
  /** Which occurrence of the series this entry is about. */
  readonly replaces: Moment | null;
  readonly isForLaterToo: boolean;
  readonly rules: readonly ContentLine[];
  readonly exceptRules: readonly ContentLine[];
  readonly dates: readonly Period[];
  readonly exceptDates: readonly Moment[];
}

/** Throws a CalendarProblem for an event that can’t be used. */
export function readEntry(component: CalendarComponent, clockOf: ClockOf): CalendarEntry {
  if (component.isCutOff) throw new CalendarProblem('unreadable', 'END:VEVENT');
  const all = (name: string) => component.lines.filter((line) => line.name === name && line.value.trim() !== '');
  const [startLine] = all('DTSTART');
  if (!startLine) throw new CalendarProblem('unreadable', 'DTSTART');
  const start = readOne(startLine, clockOf);
  const replaces = findLine(component, 'RECURRENCE-ID');
  return {
    ...aboutOf(component),
    start,
    length: lengthOf(component, start, clockOf),
    replaces: replaces ? readOne(replaces, clockOf) : null,
    isForLaterToo: replaces?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    rules: all('RRULE'),
    exceptRules: all('EXRULE'),
    dates: all('RDATE').flatMap((line) => readPeriods(line, clockOf)),
    exceptDates: all('EXDATE').flatMap((line) => readPeriods(line, clockOf).map((period) => period.start)),
  };
}

function aboutOf(component: CalendarComponent) {
  const valueOf = (name: string): string => findLine(component, name)?.value.trim() ?? '';
  const title = findLine(component, 'SUMMARY');
  return {
    line: component.line,
    uid: valueOf('UID') || null,
    title: title ? readText(title) : '',
    attendees: component.lines.flatMap(attendeeOf),
    isCancelled: valueOf('STATUS').toUpperCase() === 'CANCELLED',
    sequence: Number.parseInt(valueOf('SEQUENCE'), 10) || 0,
    stamp: valueOf('LAST-MODIFIED') || valueOf('DTSTAMP'),
  };
}

/** The organizer is none, unless listed as one. The address may be a parameter: iCloud writes paths of its own as the value. */
function attendeeOf({ name, params, value }: ContentLine): Attendee[] {
  if (name !== 'ATTENDEE') return [];
  const address = value.trim().replace(/^mailto:/i, '');
  const email = address.includes('@') ? address : (params.get('EMAIL') ?? '').replace(/^mailto:/i, '');
  const hasDeclined = ['DECLINED', 'DELEGATED'].includes((params.get('PARTSTAT') ?? '').toUpperCase());
  return email === '' ? [] : [{ email: email.toLowerCase(), hasDeclined }];
}

/** A whole day ends on its own date in some programs. */
function lengthOf(component: CalendarComponent, start: Moment, clockOf: ClockOf): number {
  const [end, duration] = [findLine(component, 'DTEND'), findLine(component, 'DURATION')];
  const given = end ? lengthUntil(start, readOne(end, clockOf)) : duration ? readDuration(duration.value, duration) : 0;
  if (given < 0) throw new CalendarProblem('ends_before_start', null, (end ?? duration)?.line);
  if (start.isDate) return Math.max(midnightOf(given), day);
  if (given === 0) throw new CalendarProblem('no_end');
  return given;
}

export const lengthUntil = (start: Moment, end: Moment): number =>
  (start.clock === end.clock ? end.wall : start.clock.wallAt(instantOf(end))) - start.wall;
