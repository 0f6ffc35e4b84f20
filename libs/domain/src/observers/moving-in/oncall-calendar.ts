import { localTime, zoneNamed, zoneNameOf } from './foreign-zones.js';
import { day, occurrencesOf, weekdayNamed, weekdayOf, type Recurrence } from './recurrence.js';
import type { Span, Stretch } from './stretches.js';

const compact = (text: string): number =>
  localTime(
    text.replace(
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
      (_, y, m, d, h = '00', min = '00', s = '00') => `${y}-${m}-${d}T${h}:${min}:${s}`,
    ),
  );

interface Line {
  readonly parameters: string;
  readonly value: string;
}

function linesOf(block: string): ReadonlyMap<string, Line> {
  const lines = block.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, name, parameters, value] = /^([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, { parameters: parameters ?? '', value: value ?? '' }] as const];
    }),
  );
}

const recurrenceOf = (rule: string, start: number, until: number): Recurrence => {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  return {
    frequency: (parts.get('FREQ') ?? 'DAILY').toLowerCase() as Recurrence['frequency'],
    start,
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekStart: weekdayNamed(parts.get('WKST') ?? 'MO'),
    weekdays: parts.get('BYDAY')?.split(',').map(weekdayNamed) ?? (parts.get('FREQ') === 'WEEKLY' ? [weekdayOf(start)] : null),
    monthDays: parts.get('BYMONTHDAY')?.split(',').map(Number) ?? null,
    months: null,
    until: Math.min(until, parts.has('UNTIL') ? compact(parts.get('UNTIL')!) : until),
  };
};

/** Floating times and whole days run in UTC, and a whole day ends a second early. */
function spansOf(lines: ReadonlyMap<string, Line>, span: Span): readonly Span[] {
  const [begin, finish] = [lines.get('DTSTART'), lines.get('DTEND')];
  if (begin === undefined || finish === undefined) return [];
  const [start, end] = [compact(begin.value), compact(finish.value)];
  if (begin.parameters.includes('VALUE=DATE')) return [{ from: start, to: end - 1_000 }];
  const zone = zoneNamed(zoneNameOf(/TZID=([^;]+)/.exec(begin.parameters)?.[1] ?? 'UTC') ?? 'UTC');
  const rule = lines.get('RRULE')?.value;
  const locals = rule === undefined ? [start] : [...occurrencesOf(recurrenceOf(rule, start, zone.wallAt(span.to) + 2 * day))];
  return locals.map((local) => ({ from: zone.firstAt(local), to: zone.firstAt(local + end - start) }));
}

/** `[L2] ana`: the level, and one user name, in which case counts, or address, in which it does not. */
function personIn(summary: string, people: ReadonlyMap<string, string>): { readonly rank: number; readonly person: string | undefined } {
  const [, level, rest = ''] = /^(?:\[L(\d+)\])?(.*)$/.exec(summary) ?? [];
  const text = rest.trim();
  return { rank: Number(level ?? 0), person: people.get(text) ?? people.get(text.toLowerCase()) };
}

/** Who is on call by a calendar. `people`: ids by user name and by address in small letters. */
export const calendarStretches = (text: string, people: ReadonlyMap<string, string>, span: Span): readonly Stretch[] =>
  text
    .split('BEGIN:VEVENT')
    .slice(1)
    .flatMap((block) => {
      const lines = linesOf(block.split('END:VEVENT')[0]!);
      const { rank, person } = personIn(lines.get('SUMMARY')?.value ?? '', people);
      return person === undefined ? [] : spansOf(lines, span).map((one) => ({ ...one, rank, people: [person] }));
    });
