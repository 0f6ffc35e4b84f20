import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { isDeep } from '@tocsin/testing/tier.js';
import { parseCalendar } from './parse-calendar.js';

const day = 86_400_000;
const hour = 3_600_000;
const range = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2027, 5, 1) };
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A series whose start is one of its own times: of others the standard says nothing. */
interface RandomSeries {
  readonly zone: string;
  readonly start: number;
  readonly length: number;
  readonly rule: string;
  readonly extra: number | null;
  readonly excluded: number | null;
}

const compact = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

function toText({ zone, start, length, rule, extra, excluded }: RandomSeries): string {
  const [param, end] = zone === 'UTC' ? ['', 'Z'] : [`;TZID=${zone}`, ''];
  const line = (name: string, wall: number) => `${name}${param}:${compact(wall)}${end}`;
  const lines = [line('DTSTART', start), line('DTEND', start + length), `RRULE:${rule}`];
  if (extra !== null) lines.push(line('RDATE', extra));
  if (excluded !== null) lines.push(line('EXDATE', excluded));
  const event = ['BEGIN:VEVENT', 'UID:e', 'DTSTAMP:20260101T000000Z', ...lines, 'SUMMARY:Ana', 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...event, 'END:VCALENDAR', ''].join('\r\n');
}

const seriesIn = (zones: readonly string[], daysOfMonth: readonly number[], hours: readonly number[]): fc.Arbitrary<RandomSeries> =>
  fc
    .record({
      zone: fc.constantFrom(...zones),
      date: fc.record({
        year: fc.integer({ min: 2024, max: 2027 }),
        month: fc.nat(11),
        day: fc.constantFrom(...daysOfMonth),
        hour: fc.constantFrom(...hours),
      }),
      length: fc.constantFrom(1, 8, 12, 24, 48),
      kind: fc.nat(6),
      interval: fc.integer({ min: 1, max: 3 }),
      end: fc.oneof(fc.record({ count: fc.integer({ min: 2, max: 40 }) }), fc.record({ days: fc.nat(900) }), fc.constant(null)),
      extraDay: fc.option(fc.nat(120)),
      excludedDay: fc.option(fc.nat(400)),
    })
    .map(({ zone, date, length, kind, interval, end, extraDay, excludedDay }) => {
      const start = Date.UTC(date.year, date.month, date.day, date.hour, 30);
      const weekday = weekdays[(new Date(start).getUTCDay() + 6) % 7]!;
      const nth = Math.ceil(date.day / 7);
      const patterns = [
        'FREQ=DAILY',
        'FREQ=WEEKLY',
        `FREQ=WEEKLY;BYDAY=${[...new Set([weekday, 'TH'])].join()}`,
        'FREQ=MONTHLY',
        `FREQ=MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${weekday}`,
        'FREQ=YEARLY',
        `FREQ=MONTHLY;BYMONTHDAY=${date.day}`,
      ];
      const until = end === null ? '' : 'count' in end ? `;COUNT=${end.count}` : `;UNTIL=${compact(start + end.days * day)}Z`;
      const extra = extraDay === null ? null : Date.UTC(2026, 11, 1, 10, 15) + extraDay * day;
      const excluded = excludedDay === null ? null : start + excludedDay * day;
      return {
        zone,
        start,
        length: length * hour,
        rule: `${patterns[kind]!};INTERVAL=${interval}${until}`,
        extra,
        excluded,
        month: date.month,
      };
    })
    .filter(({ start, month, rule }) => new Date(start).getUTCMonth() === month && isMonthlyByLastWeekRight(start, rule));

/** The last weekday of a month is also the fifth, or the fourth: only days from the 25th on are certainly the last of their kind in every month. */
const isMonthlyByLastWeekRight = (start: number, rule: string): boolean =>
  !rule.includes('BYDAY=-1') || new Date(start + 7 * day).getUTCMonth() !== new Date(start).getUTCMonth();

const stretchOf = (from: Date, to: Date): string => `${from.toISOString().slice(0, 16)} – ${to.toISOString().slice(0, 16)}`;

function ourShifts(text: string): readonly string[] {
  const { events, problems } = parseCalendar({ ...range, text, timeZone: 'UTC', limit: 2_000 });
  expect(problems).toEqual([]);
  return events.map(({ from, to }) => stretchOf(new Date(from), new Date(to)));
}

/** By a library that expands series itself. */
function shiftsByLibrary(text: string): readonly string[] {
  const component = new ICAL.Component(ICAL.parse(text) as unknown[]).getFirstSubcomponent('vevent')!;
  const event = new ICAL.Event(component);
  const iterator = event.iterator();
  const found: string[] = [];
  for (let next = iterator.next() as ICAL.Time | undefined; next; next = iterator.next() as ICAL.Time | undefined) {
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    const [from, to] = [startDate.toJSDate(), endDate.toJSDate()];
    if (from.getTime() >= range.to) break;
    if (to.getTime() > range.from) found.push(stretchOf(from, to));
  }
  return [...new Set(found)].toSorted();
}

describe('of random series, two readers', () => {
  it('say the same: ours, and ical.js, for days that every month has', () => {
    // ical.js moves days that a month lacks to the next month, and knows no zones without their definition
    const series = seriesIn(['UTC'], [1, 5, 8, 15, 22, 28], [0, 8, 23]).filter(({ rule }) => !rule.includes('BYDAY=-1'));
    fc.assert(
      fc.property(series, (one) => expect(ourShifts(toText(one))).toEqual(shiftsByLibrary(toText(one)))),
      isDeep ? { numRuns: 5_000 } : { numRuns: 150, seed: 57 },
    );
  });
});

if (isDeep && hasPythonReader())
  it('of random series, recurring-ical-events says the same as ours, for any day, in zones with and without summer time', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
    const series = fc.sample(seriesIn(zones, [1, 5, 15, 28, 29, 30, 31], [0, 1, 2, 3, 8, 23]), { numRuns: 1_500 }).map(toText);
    const answer = execFileSync('python3', [join(__dirname, 'oracle.py')], {
      input: JSON.stringify(series),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const byPython = JSON.parse(answer) as readonly (readonly string[])[];
    const differences = series.flatMap((text, n) => (JSON.stringify(ourShifts(text)) === JSON.stringify(byPython[n]) ? [] : [text]));
    expect(differences).toEqual([]);
  });

/** Of the package for Python; without it, the end of the deep run says so. */
function hasPythonReader(): boolean {
  if (spawnSync('python3', ['-c', 'import recurring_ical_events']).status === 0) return true;
  sayNotRun('Calendars read by a second program: it needs Python with recurring-ical-events (pip install recurring-ical-events)');
  return false;
}
