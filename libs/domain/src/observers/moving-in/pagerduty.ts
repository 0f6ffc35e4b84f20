import type { Override, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import { bodiesAt, byId, fieldsOf, listOf, numberIn, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { hourlyNote } from './clock-notes.js';
import { clock, millisOf, timeOfDay, zoneNamed, zoneFor } from './foreign-zones.js';
import type { ForeignOrganisation, ForeignSchedule, LayerDraft, Note } from './organisation.js';
import { askedSpan, shiftSchedule } from './pagerduty-shifts.js';
import { day, hour, week, weekdayOf } from './recurrence.js';
import { clipped, combine, type Span, type Stretch } from './stretches.js';
import { pagerdutySettings } from './pagerduty-settings.js';
import { pagerdutyPhones } from './phones.js';
import { peopleIn } from './standing.js';
import { readEach } from './unreadable.js';
import { openWithin, restrictionsOf, turnAt, turnsWithin, type WeekWindow } from './turns-there.js';

/** Above all layers. */
const overrideRank = 1_000_000;

function windowsOf(restrictions: readonly Fields[]): readonly WeekWindow[] | null {
  if (restrictions.length === 0) return null;
  return restrictions.flatMap((row) => {
    const time = timeOfDay(textOf(row.start_time_of_day));
    const length = numberIn(row, 'duration_seconds', 1) * 1_000;
    if (row.type !== 'weekly_restriction' && row.type !== 'daily_restriction') throw new Error(`unknown restriction “${textOf(row.type)}”`);
    const days = row.type === 'weekly_restriction' ? [numberIn(row, 'start_day_of_week', 1, 7) - 1] : [0, 1, 2, 3, 4, 5, 6];
    return days.map((weekday) => ({ from: weekday * day + time, length }));
  });
}

interface Layer extends Span {
  readonly name: string;
  readonly rank: number;
  readonly start: number;
  readonly length: number;
  readonly users: readonly string[];
  readonly windows: readonly WeekWindow[] | null;
}

/** The interface lists the highest first. */
const layersOf = (schedule: Fields): readonly Layer[] =>
  listOf(schedule.schedule_layers).map((row, n, all) => ({
    name: textOf(row.name) || `Layer ${all.length - n}`,
    rank: all.length - n - 1,
    from: millisOf(textOf(row.start)),
    to: typeof row.end === 'string' ? millisOf(row.end) : Number.POSITIVE_INFINITY,
    start: millisOf(textOf(row.rotation_virtual_start)),
    length: numberIn(row, 'rotation_turn_length_seconds', 1) * 1_000,
    users: listOf(row.users).map(({ user }) => textOf(fieldsOf(user).id)),
    windows: windowsOf(listOf(row.restrictions)),
  }));

const stretchesOf = (layer: Layer, timeZone: string, span: Span): readonly Stretch[] => {
  const zone = zoneNamed(timeZone);
  const open = clipped(openWithin(zone, layer.windows, span), layer);
  return turnsWithin(zone, layer.start, layer.length, span).flatMap((turn) => {
    const person = layer.users[((turn.number % layer.users.length) + layer.users.length) % layer.users.length]!;
    return clipped(open, turn).map((part) => ({ ...part, rank: layer.rank, people: [person] }));
  });
};

/** Null: a length that no rotation here has. */
function lengthOf(seconds: number, wall: number): TurnLength | null {
  if (seconds % week === 0) return { unit: 'weeks', count: seconds / week, time: clock(wall), weekday: weekdayOf(wall) + 1 };
  if (seconds % day === 0) return { unit: 'days', count: seconds / day, time: clock(wall) };
  return seconds % hour === 0 ? { unit: 'hours', count: seconds / hour } : null;
}

function layerOf(layer: Layer, timeZone: string, at: number, known: ReadonlySet<string>): LayerDraft | null {
  const zone = zoneNamed(timeZone);
  const wall = zone.wallAt(layer.start);
  const length = lengthOf(layer.length, wall);
  if (length === null) return null;
  // a count that begins later is continued backwards
  const number = turnAt(zone, layer.start, layer.length, at);
  const first = ((number % layer.users.length) + layer.users.length) % layer.users.length;
  const slots = layer.users.map((id) => (known.has(id) ? [id] : []));
  return {
    name: layer.name,
    priority: layer.rank,
    timeZone,
    slots: slots.map((_, n) => slots[(n + first) % slots.length]!),
    length,
    anchor: zone.firstAt(wall + number * layer.length),
    countsCoveredTimeOnly: false,
    restrictions: restrictionsOf(layer.windows),
    from: layer.from > at ? layer.from : null,
  };
}

const overrideSpan = (row: Fields): Span => ({ from: millisOf(textOf(row.start)), to: millisOf(textOf(row.end)) });

const overridesHere = (rows: readonly Fields[], known: ReadonlySet<string>): readonly Override[] =>
  rows.flatMap((row): Override[] => {
    const [id, person] = [textOf(row.id), textOf(fieldsOf(row.user).id)];
    const all: Override = { id: `${id} all`, ...overrideSpan(row), kind: 'remove-everybody' };
    return known.has(person) ? [all, { id, ...overrideSpan(row), kind: 'add', person }] : [all];
  });

function notesOf(layers: readonly Layer[], timeZone: string, at: number, known: ReadonlySet<string>): readonly Note[] {
  const always = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
  return layers.flatMap((layer): Note[] => [
    ...layer.users.filter((id) => !known.has(id)).map((id) => ({ rule: 'deleted person', about: id })),
    ...(layer.to === Number.POSITIVE_INFINITY
      ? []
      : [{ rule: 'ends later', about: layer.name, when: [{ from: layer.to, to: Number.POSITIVE_INFINITY }] }]),
    ...(lengthOf(layer.length, 0)?.unit === 'hours' ? hourlyNote(layer.name, timeZone, at) : []),
    ...(lengthOf(layer.length, 0) === null ? [{ rule: 'turns of minutes', about: layer.name, when: always }] : []),
  ]);
}

function renderedOf(answers: readonly ForeignAnswer[], id: string) {
  return bodiesAt(answers, /^GET \/schedules\/(\w+)\?.*time_zone=UTC/)
    .map(({ body, id: found }, n) => ({
      body,
      found,
      asked: answers.filter(({ asked, status }) => status < 300 && /^GET \/schedules\/\w+\?.*time_zone=UTC/.test(asked))[n]!.asked,
    }))
    .filter(({ found }) => found === id)
    .map(({ body, asked }) => {
      const span = askedSpan(asked);
      const entries = listOf(fieldsOf(fieldsOf(body.schedule).final_schedule).rendered_schedule_entries);
      return {
        span,
        duties: combine(
          entries.map((row) => ({ ...overrideSpan(row), rank: 0, people: [textOf(fieldsOf(row.user).id)] })),
          span,
        ),
      };
    });
}

function scheduleOf(answers: readonly ForeignAnswer[], row: Fields, at: number, known: ReadonlySet<string>): ForeignSchedule {
  const id = textOf(row.id);
  const timeZone = zoneFor(textOf(row.time_zone));
  const layers = layersOf(row).filter(({ users }) => users.length > 0);
  const overrides = bodiesAt(answers, /^GET \/schedules\/(\w+)\/overrides/)
    .filter((found) => found.id === id)
    .flatMap(({ body }) => listOf(body.overrides));
  const ahead = layers.filter(({ to }) => to > at);
  return {
    id,
    name: textOf(row.name),
    timeZone,
    teamId: textOf(listOf(row.teams)[0]?.id) || null,
    there: (span) => [
      ...layers.flatMap((layer) => stretchesOf(layer, timeZone, span)),
      ...overrides.map((one) => ({ ...overrideSpan(one), rank: overrideRank, people: [textOf(fieldsOf(one.user).id)] })),
    ],
    rendered: renderedOf(answers, id),
    layers: ahead.flatMap((layer) => layerOf(layer, timeZone, at, known) ?? []),
    overrides: overridesHere(
      overrides.filter((one) => overrideSpan(one).to > at),
      known,
    ),
    temporary: [],
    notes: notesOf(ahead, timeZone, at, known),
  };
}

/** Who only watches, unless somebody put them on call. */
const watching = new Set(['observer', 'read_only_user', 'read_only_limited_user', 'restricted_access']);

export function readPagerduty(answers: readonly ForeignAnswer[], at: number): ForeignOrganisation {
  const users = byId(bodiesAt(answers, /^GET \/users\?/).flatMap(({ body }) => listOf(body.users)));
  const known = new Set(users.map(({ id }) => textOf(id)));
  const old = byId(bodiesAt(answers, /^GET \/schedules\/\w+$/).map(({ body }) => fieldsOf(body.schedule)));
  const shiftBased = byId(bodiesAt(answers, /^GET \/v3\/schedules\/\w+$/).map(({ body }) => fieldsOf(body.schedule)));
  const schedules = [
    ...readEach(old, at, (row) => scheduleOf(answers, row, at, known)),
    ...readEach(shiftBased, at, (row) => shiftSchedule(answers, row, at, known)),
  ];
  const settings = pagerdutySettings(answers, users, at);
  const standing = peopleIn(schedules, settings.policies);
  const members = bodiesAt(answers, /^GET \/teams\/(\w+)\/members/);
  const teams = byId(bodiesAt(answers, /^GET \/teams\?/).flatMap(({ body }) => listOf(body.teams))).map(({ id, name }) => ({
    id: textOf(id),
    name: textOf(name),
    members: members
      .filter((found) => found.id === id)
      .flatMap(({ body }) => listOf(body.members))
      .filter(({ role }) => role !== 'observer')
      .map(({ user, role }) => ({ personId: textOf(fieldsOf(user).id), isManager: role === 'manager' })),
  }));
  return {
    people: users.map((row) => ({
      id: textOf(row.id),
      email: textOf(row.email),
      name: textOf(row.name),
      isObserver: watching.has(textOf(row.role)) && !standing.has(textOf(row.id)),
      isAdmin: row.role === 'owner' || row.role === 'admin',
      phones: pagerdutyPhones(row),
    })),
    teams,
    schedules,
    ...settings,
  };
}
