import type { Zone } from '../../setup/schedules/shared/drawn-up.js';
import { findZone } from '../../setup/schedules/shared/zone-of-tzid.js';
import { localTime, zoneNameOf } from './foreign-zones.js';
import { day, occurrencesOf } from './recurrence.js';
import { recurrenceOf, ruleParts } from './recurrence-rule.js';
import type { Span, Stretch } from './stretches.js';

const compact = (text: string): number =>
  localTime(
    text.replace(
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
      (_, y, m, d, h = '00', min = '00', s = '00') => `${y}-${m}-${d}T${h}:${min}:${s}`,
    ),
  );

interface Line {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

const linesOf = (block: string): readonly Line[] =>
  block
    .replaceAll(/BEGIN:VALARM[^]*?END:VALARM/g, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, parameters = '', value = ''] = /^([\w-]+)((?:;(?:"[^"]*"|[^:"])*)?):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, parameters, value }];
    });

const valueOf = (lines: readonly Line[], wanted: string): string => lines.find(({ name }) => name === wanted)?.value ?? '';

/** Without a zone a time is in UTC. Throws for a zone that nobody knows. */
function zoneOf({ parameters }: Line): Zone {
  const name = /;TZID="?([^;"]+)/.exec(parameters)?.[1] ?? 'UTC';
  const zone = findZone(zoneNameOf(name) ?? name);
  if (zone === undefined) throw new Error(`unknown time zone “${name}”`);
  return zone;
}

const instantsOf = (line: Line): readonly number[] =>
  line.value.split(',').map((text) => (text.endsWith('Z') ? compact(text) : zoneOf(line).firstAt(compact(text))));

/** By the id of a series: when its events would be that are events of their own. */
const movedIn = (events: readonly (readonly Line[])[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const moved = new Map<string, Set<number>>();
  for (const lines of events) {
    const [id, at] = [valueOf(lines, 'UID'), lines.find(({ name }) => name === 'RECURRENCE-ID')];
    if (at !== undefined) moved.set(id, new Set([...(moved.get(id) ?? []), ...instantsOf(at)]));
  }
  return moved;
};

/** Floating times and whole days run in UTC, and a whole day ends a second early. */
function spansOf(lines: readonly Line[], moved: ReadonlySet<number> | undefined, span: Span): readonly Span[] {
  const named = (name: string) => lines.find((line) => line.name === name);
  const unread = lines.find(({ name }) => name === 'RDATE' || name === 'DURATION');
  if (unread !== undefined) throw new Error(`unknown line “${unread.name}”`);
  const [begin, finish, rule] = [named('DTSTART'), named('DTEND'), named('RRULE')];
  if (begin === undefined || finish === undefined) return [];
  const start = compact(begin.value);
  const zone = zoneOf(begin);
  const isWholeDay = /;VALUE=DATE(?:;|$)/.test(begin.parameters);
  const length = compact(finish.value) - start - (isWholeDay ? 1_000 : 0);
  const localOf = (text: string): number => (text.endsWith('Z') ? zone.wallAt(compact(text)) : compact(text));
  const bounds = { start, until: zone.wallAt(span.to) + 2 * day, localOf };
  const spanFrom = (local: number): Span => ({ from: zone.firstAt(local), to: zone.firstAt(local + length) });
  if (rule === undefined) return [spanFrom(start)];
  const without = new Set(lines.filter(({ name }) => name === 'EXDATE').flatMap(instantsOf));
  return [...occurrencesOf(recurrenceOf(ruleParts(rule.value), bounds))]
    .map(spanFrom)
    .filter(({ from }) => !without.has(from) && !moved?.has(from));
}

/** `[L2] ana`: the level, and one user name, in which case counts, or address, in which it does not. */
function personIn(summary: string, people: ReadonlyMap<string, string>): { readonly rank: number; readonly person: string | undefined } {
  const [, level, rest = ''] = /^(?:\[L(\d+)\])?(.*)$/.exec(summary) ?? [];
  const text = rest.trim();
  return { rank: Number(level ?? 0), person: people.get(text) ?? people.get(text.toLowerCase()) };
}

/** Who is on call by a calendar. `people`: ids by user name and by address in small letters. */
export function calendarStretches(text: string, people: ReadonlyMap<string, string>, span: Span): readonly Stretch[] {
  const events = text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((block) => linesOf(block.split('END:VEVENT')[0]!));
  const moved = movedIn(events);
  return events.flatMap((lines) => {
    const { rank, person } = personIn(valueOf(lines, 'SUMMARY'), people);
    if (person === undefined) return [];
    return spansOf(lines, moved.get(valueOf(lines, 'UID')), span).map((one) => ({ ...one, rank, people: [person] }));
  });
}
