import type { Override } from '../../setup/schedules/shared/drawn-up.js';
import { bodiesAt, fieldsOf, listOf, numberIn, textOf, textsOf, type Fields, type ForeignAnswer } from './answers.js';
import { shiftNote } from './clock-notes.js';
import { clock, millisOf, zoneNamed, zoneFor } from './foreign-zones.js';
import type { ForeignSchedule, LayerDraft, Note } from './organisation.js';
import { day, occurrencesOf, weekdayNamed, weekdayOf } from './recurrence.js';
import { recurrenceOf, ruleParts } from './recurrence-rule.js';
import { clipped, combine, type Span, type Stretch } from './stretches.js';
import { restrictionsOf } from './turns-there.js';

const forever: readonly Span[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

/** An event of a rotation: shifts by a rule, whose members take turns or are all on call. */
interface ShiftEvent extends Span {
  readonly name: string;
  readonly rotationId: string;
  readonly timeZone: string;
  readonly first: number;
  readonly length: number;
  readonly rule: ReadonlyMap<string, string>;
  /** Left out, as instants. */
  readonly without: ReadonlySet<number>;
  readonly members: readonly Fields[];
  readonly shiftsPerMember: number;
  readonly isEveryMember: boolean;
}

/** `20261225T090000Z`. */
const compactInstant = (text: string): number => millisOf(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function eventOf(row: Fields, rotationId: string): ShiftEvent {
  const [start, end, strategy] = [fieldsOf(row.start_time), fieldsOf(row.end_time), fieldsOf(row.assignment_strategy)];
  const timeZone = zoneFor(textOf(start.time_zone));
  const begin = millisOf(textOf(start.date_time));
  const lines = textsOf(row.recurrence);
  const rule = lines.find((line) => line.startsWith('RRULE:'))?.slice(6) ?? 'FREQ=DAILY;COUNT=1';
  const isEveryMember = textOf(strategy.type).startsWith('every');
  return {
    name: textOf(row.name),
    rotationId,
    timeZone,
    first: zoneNamed(timeZone).wallAt(begin),
    length: millisOf(textOf(end.date_time)) - begin,
    rule: ruleParts(rule),
    without: new Set(
      lines
        .filter((line) => line.startsWith('EXDATE'))
        .flatMap((line) =>
          line
            .slice(line.indexOf(':') + 1)
            .split(',')
            .map(compactInstant),
        ),
    ),
    members: listOf(strategy.members),
    shiftsPerMember: isEveryMember ? 1 : numberIn(strategy, 'shifts_per_member', 1),
    isEveryMember,
    from: millisOf(textOf(row.effective_since)),
    to: typeof row.effective_until === 'string' ? millisOf(row.effective_until) : Number.POSITIVE_INFINITY,
  };
}

const weekdaysOf = ({ rule }: ShiftEvent): readonly number[] | null => rule.get('BYDAY')?.split(',').map(weekdayNamed) ?? null;

const occurrencesUntil = ({ rule, first, timeZone }: ShiftEvent, until: number): Iterable<number> =>
  occurrencesOf(recurrenceOf(rule, { start: first, until, localOf: (text) => zoneNamed(timeZone).wallAt(compactInstant(text)) }));

const idOf = (member: Fields): readonly string[] => (member.type === 'user_member' ? [textOf(member.user_id)] : []);

/** A left-out shift uses up a turn. */
function stretchesOf(event: ShiftEvent, overrides: readonly Fields[], span: Span): readonly Stretch[] {
  const zone = zoneNamed(event.timeZone);
  const stretches: Stretch[] = [];
  let number = -1;
  for (const local of occurrencesUntil(event, zone.wallAt(span.to))) {
    number += 1;
    const from = zone.firstAt(local);
    if (event.without.has(from) || from + event.length <= span.from) continue;
    const members = event.isEveryMember
      ? event.members
      : [event.members[Math.floor(number / event.shiftsPerMember) % event.members.length]!];
    for (const member of members) {
      const [part] = clipped([{ from, to: from + event.length, rank: 0, people: idOf(member) }], event);
      if (part !== undefined)
        stretches.push(
          ...overrides.reduce<readonly Stretch[]>(
            (parts, override) => parts.flatMap((one) => replaced(one, override, event.rotationId)),
            [part],
          ),
        );
    }
  }
  return stretches;
}

const overrideSpan = (row: Fields): Span => ({ from: millisOf(textOf(row.start_time)), to: millisOf(textOf(row.end_time)) });

/** One named person of one rotation. */
function replaced(stretch: Stretch, override: Fields, rotationId: string): readonly Stretch[] {
  const [person] = idOf(fieldsOf(override.overridden_member));
  if (override.rotation_id !== rotationId || person === undefined || !stretch.people.includes(person)) return [stretch];
  const span = overrideSpan(override);
  return [
    ...clipped([stretch], { from: stretch.from, to: span.from }),
    ...clipped([stretch], span).map((part) => ({ ...part, people: idOf(fieldsOf(override.overriding_member)) })),
    ...clipped([stretch], { from: span.to, to: stretch.to }),
  ];
}

/** Shifts of at most a day, each day or on the same days of each week. */
const hasCounterpart = ({ rule, length }: ShiftEvent): boolean =>
  ['WEEKLY', 'DAILY'].includes(rule.get('FREQ') ?? '') &&
  !rule.has('COUNT') &&
  !rule.has('UNTIL') &&
  Number(rule.get('INTERVAL') ?? 1) === 1 &&
  length <= day;

const openDays = (event: ShiftEvent): readonly number[] =>
  weekdaysOf(event) ?? (event.rule.get('FREQ') === 'DAILY' ? [0, 1, 2, 3, 4, 5, 6] : [weekdayOf(event.first)]);

/** The last turn that began, by its number and its local time. */
function turnAt(event: ShiftEvent, at: number): { readonly turn: number; readonly begin: number } {
  const wall = zoneNamed(event.timeZone).wallAt(at);
  const locals = [...occurrencesUntil(event, Math.max(event.first, wall))];
  const turn = event.isEveryMember ? 0 : Math.floor(Math.max(0, locals.length - 1) / event.shiftsPerMember);
  return { turn, begin: locals[turn * event.shiftsPerMember] ?? event.first };
}

/** Turns by weeks where a turn is the week’s shifts, else by days of which only covered ones count. */
function layerOf(event: ShiftEvent, at: number, known: ReadonlySet<string>): LayerDraft | null {
  if (!hasCounterpart(event)) return null;
  const weekdays = openDays(event);
  const slotOf = (member: Fields) => idOf(member).filter((id) => known.has(id));
  const slots = event.isEveryMember ? [event.members.flatMap(slotOf)] : event.members.map(slotOf);
  const { turn, begin } = turnAt(event, at);
  const isWeekly = !event.isEveryMember && event.shiftsPerMember === weekdays.length;
  const isAlways = weekdays.length === 7 && event.length === day;
  const windows = weekdays.map((weekday) => ({ from: weekday * day + (event.first % day), length: event.length }));
  return {
    name: event.name,
    priority: 0,
    timeZone: event.timeZone,
    slots: slots.map((_, n) => slots[(n + turn) % slots.length]!),
    length: isWeekly
      ? { unit: 'weeks', count: 1, time: clock(begin), weekday: weekdayOf(begin) + 1 }
      : { unit: 'days', count: event.shiftsPerMember, time: clock(begin) },
    anchor: zoneNamed(event.timeZone).firstAt(begin),
    countsCoveredTimeOnly: !isWeekly && !event.isEveryMember,
    restrictions: restrictionsOf(isAlways ? null : windows),
    from: event.from > at ? event.from : null,
  };
}

const notesOf = (event: ShiftEvent, at: number, known: ReadonlySet<string>): readonly Note[] => [
  ...event.members
    .flatMap(idOf)
    .filter((id) => !known.has(id))
    .map((id) => ({ rule: 'deleted person', about: id })),
  ...(event.to === Number.POSITIVE_INFINITY
    ? []
    : [{ rule: 'ends later', about: event.name, when: [{ from: event.to, to: Number.POSITIVE_INFINITY }] }]),
  ...(layerOf(event, at, known) === null ? [{ rule: 'recurrence without counterpart', about: event.name, when: forever }] : []),
  ...shiftNote(event.name, event.timeZone, at),
  ...(event.without.size === 0
    ? []
    : [{ rule: 'left-out day', about: event.name, when: [...event.without].map((from) => ({ from, to: from + event.length })) }]),
];

const customStretches = (rows: readonly Fields[]): readonly Stretch[] =>
  rows.map((row) => ({ ...overrideSpan(row), rank: 0, people: listOf(row.assignments).flatMap(({ member }) => idOf(fieldsOf(member))) }));

function overridesHere(overrides: readonly Fields[], customs: readonly Fields[], known: ReadonlySet<string>): readonly Override[] {
  const replacements = overrides.flatMap((row): Override[] => {
    const [from, to] = [idOf(fieldsOf(row.overridden_member))[0], idOf(fieldsOf(row.overriding_member)).find((id) => known.has(id))];
    if (from === undefined) return [];
    const common = { id: textOf(row.id), ...overrideSpan(row) };
    return [to === undefined ? { ...common, kind: 'remove', person: from } : { ...common, kind: 'replace', replaced: from, person: to }];
  });
  const added = customStretches(customs).flatMap(({ from, to, people }, n) =>
    people.filter((id) => known.has(id)).map((person): Override => ({ id: `custom ${n} ${person}`, from, to, kind: 'add', person })),
  );
  return [...replacements, ...added];
}

/** The time that a rendering was asked for. */
export function askedSpan(asked: string): Span {
  const part = (name: string) => millisOf(new RegExp(`[?&]${name}=([^&]+)`).exec(asked)?.[1] ?? '');
  return { from: part('since'), to: part('until') };
}

function renderedOf(answers: readonly ForeignAnswer[], id: string) {
  return answers
    .filter(({ asked, status }) => status < 300 && asked.startsWith(`GET /v3/schedules/${id}?`) && asked.includes('final_schedule'))
    .map(({ asked, body }) => {
      const span = askedSpan(asked);
      const rows = listOf(fieldsOf(fieldsOf(fieldsOf(body).schedule).final_schedule).computed_shift_assignments);
      return {
        span,
        duties: combine(
          rows.map((row) => ({ ...overrideSpan(row), rank: 0, people: idOf(fieldsOf(row.member)) })),
          span,
        ),
      };
    });
}

/** A schedule of shifts (v3): its rotations unite. */
export function shiftSchedule(answers: readonly ForeignAnswer[], row: Fields, at: number, known: ReadonlySet<string>): ForeignSchedule {
  const id = textOf(row.id);
  const events = listOf(row.rotations)
    .flatMap((rotation) => listOf(rotation.events).map((event) => eventOf(event, textOf(rotation.id))))
    .filter(({ members }) => members.length > 0);
  const of = (path: string, list: string) =>
    bodiesAt(answers, new RegExp(`^GET /v3/schedules/(\\w+)/${path}`))
      .filter((found) => found.id === id)
      .flatMap(({ body }) => listOf(body[list]));
  const [overrides, customs] = [of('overrides', 'overrides'), of('custom_shifts', 'custom_shifts')];
  const isAhead = (one: Fields) => overrideSpan(one).to > at;
  const ahead = events.filter(({ to }) => to > at);
  return {
    id,
    name: textOf(row.name),
    timeZone: zoneFor(textOf(row.time_zone)),
    teamId: textOf(listOf(row.teams)[0]?.id) || null,
    there: (span) => [...events.flatMap((event) => stretchesOf(event, overrides, span)), ...customStretches(customs)],
    rendered: renderedOf(answers, id),
    layers: ahead.flatMap((event) => layerOf(event, at, known) ?? []),
    overrides: overridesHere(overrides.filter(isAhead), customs.filter(isAhead), known),
    temporary: [],
    notes: ahead.flatMap((event) => notesOf(event, at, known)),
  };
}
