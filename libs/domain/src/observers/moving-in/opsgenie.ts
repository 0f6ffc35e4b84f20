import type { Override } from '../../setup/schedules/shared/drawn-up.js';
import { bodiesAt, byId, fieldsOf, listOf, numberIn, textOf, type Fields, type ForeignAnswer } from './answers.js';
import { hourlyNote } from './clock-notes.js';
import { clock, millisOf, zoneNamed, zoneFor } from './foreign-zones.js';
import type { ForeignOrganisation, ForeignSchedule, LayerDraft, Note } from './organisation.js';
import { day, hour, week, weekdayOf } from './recurrence.js';
import { clipped, combine, intersect, type Span, type Stretch } from './stretches.js';
import { readEach } from './unreadable.js';
import { forwarded, forwardNotes, forwardsHere } from './opsgenie-forwarding.js';
import { opsgenieSettings } from './opsgenie-settings.js';
import { opsgeniePhones } from './phones.js';
import { peopleIn } from './standing.js';
import { openWithin, restrictionsOf, turnAt, turnsWithin, type WeekWindow } from './turns-there.js';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const units: Readonly<Record<string, number>> = { hourly: hour, daily: day, weekly: week };

const timeIn = (window: Fields, edge: 'start' | 'end'): number =>
  numberIn(window, `${edge}Hour`, 0, 24) * hour + numberIn(window, `${edge}Min`, 0, 59) * 60_000;

function dayOf(name: unknown): number {
  const found = weekdays.indexOf(textOf(name));
  if (found < 0) throw new Error(`unknown weekday “${textOf(name)}”`);
  return found;
}

/** Null: always, also where a window ends when it starts. */
function windowsOf(restriction: Fields): readonly WeekWindow[] | null {
  if (restriction.type === 'time-of-day') {
    const window = fieldsOf(restriction.restriction);
    const [from, to] = [timeIn(window, 'start'), timeIn(window, 'end')];
    return from === to ? null : weekdays.map((_, weekday) => ({ from: weekday * day + from, length: (to - from + day) % day }));
  }
  if (restriction.type === undefined) return null;
  if (restriction.type !== 'weekday-and-time-of-day') throw new Error(`unknown restriction “${textOf(restriction.type)}”`);
  return listOf(restriction.restrictions).map((window) => {
    const from = dayOf(window.startDay) * day + timeIn(window, 'start');
    const to = dayOf(window.endDay) * day + timeIn(window, 'end');
    return { from, length: (to - from + week) % week || week };
  });
}

interface Rotation {
  readonly id: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly unit: string;
  readonly count: number;
  readonly length: number;
  readonly participants: readonly Fields[];
  readonly windows: readonly WeekWindow[] | null;
}

function unitOf(type: unknown): number {
  const unit = units[textOf(type)];
  if (unit === undefined) throw new Error(`unknown rotation “${textOf(type)}”`);
  return unit;
}

const rotationOf = (row: Fields): Rotation => ({
  id: textOf(row.id),
  name: textOf(row.name),
  start: millisOf(textOf(row.startDate)),
  end: typeof row.endDate === 'string' ? millisOf(row.endDate) : Number.POSITIVE_INFINITY,
  unit: textOf(row.type),
  count: numberIn(row, 'length', 1),
  length: unitOf(row.type) * numberIn(row, 'length', 1),
  participants: listOf(row.participants),
  windows: windowsOf(fieldsOf(row.timeRestriction)),
});

const idsOf = (participant: Fields): readonly string[] => (participant.type === 'none' ? [] : [textOf(participant.id)]);
const spanOf = (row: Fields): Span => ({ from: millisOf(textOf(row.startDate)), to: millisOf(textOf(row.endDate)) });

/** Turns count through times in which a restriction leaves the rotation off; an override counts where its rotation has a turn. */
function stretchesOf(rotation: Rotation, timeZone: string, overrides: readonly Fields[], span: Span): readonly Stretch[] {
  const zone = zoneNamed(timeZone);
  const open = intersect(openWithin(zone, rotation.windows, span), [{ from: rotation.start, to: rotation.end }]);
  const turns = turnsWithin(zone, rotation.start, rotation.length, span).flatMap((turn): Stretch[] => {
    const people = idsOf(rotation.participants[turn.number % rotation.participants.length] ?? { type: 'none' });
    return clipped(open, turn).map((part) => ({ ...part, rank: 0, people }));
  });
  return overrides
    .filter((override) => actsOn(override, rotation.id))
    .reduce((stretches, override) => replaced(stretches, override), turns);
}

const actsOn = ({ rotations }: Fields, rotationId: string): boolean => listOf(rotations).some(({ id }) => id === rotationId);

function replaced(stretches: readonly Stretch[], override: Fields): Stretch[] {
  const span = spanOf(override);
  return stretches.flatMap((stretch) => [
    ...clipped([stretch], { from: stretch.from, to: span.from }),
    ...clipped([stretch], span).map((part) => ({ ...part, people: idsOf(fieldsOf(override.user)) })),
    ...clipped([stretch], { from: span.to, to: stretch.to }),
  ]);
}

/** An override of the whole schedule is for everybody, also where nobody has a turn. */
const wholeOverrides = (overrides: readonly Fields[]): readonly Stretch[] =>
  overrides
    .filter(({ rotations }) => listOf(rotations).length === 0)
    .map((override) => ({ ...spanOf(override), rank: 1, people: idsOf(fieldsOf(override.user)), isGap: true }));

function layerOf(rotation: Rotation, timeZone: string, at: number, expand: (id: string) => readonly string[]): LayerDraft {
  const zone = zoneNamed(timeZone);
  const wall = zone.wallAt(rotation.start);
  const number = Math.max(0, turnAt(zone, rotation.start, rotation.length, at));
  const slots = rotation.participants.map((participant) => idsOf(participant).flatMap(expand));
  const { count } = rotation;
  return {
    name: rotation.name,
    priority: 0,
    timeZone,
    slots: slots.map((_, n) => slots[(n + number) % slots.length]!),
    length:
      rotation.unit === 'hourly'
        ? { unit: 'hours', count }
        : rotation.unit === 'daily'
          ? { unit: 'days', count, time: clock(wall) }
          : { unit: 'weeks', count, time: clock(wall), weekday: weekdayOf(wall) + 1 },
    anchor: zone.firstAt(wall + number * rotation.length),
    countsCoveredTimeOnly: false,
    restrictions: restrictionsOf(rotation.windows),
    from: rotation.start > at ? rotation.start : null,
  };
}

/** For each stretch in which its rotation has somebody, naming whom. */
function overridesHere(
  rotations: readonly Rotation[],
  timeZone: string,
  overrides: readonly Fields[],
  expand: (id: string) => readonly string[],
): readonly Override[] {
  return overrides.flatMap((override): Override[] => {
    const span = spanOf(override);
    const id = textOf(override.alias);
    const [person] = idsOf(fieldsOf(override.user)).flatMap(expand);
    const whole: Override[] = [
      { id: `${id} all`, ...span, kind: 'remove-everybody' },
      ...(person === undefined ? [] : [{ id, ...span, kind: 'add' as const, person }]),
    ];
    if (listOf(override.rotations).length === 0) return whole;
    const before = rotations
      .filter((rotation) => actsOn(override, rotation.id))
      .flatMap((rotation) => clipped(stretchesOf(rotation, timeZone, [], span), span));
    return before.flatMap((part, n): readonly Override[] => {
      const replacedPeople = part.people.flatMap(expand);
      // a turn of nobody is replaced, too
      if (replacedPeople.length === 0 && person !== undefined)
        return [{ id: `${id} ${n}`, from: part.from, to: part.to, kind: 'add', person }];
      return replacedPeople.map((replacedPerson): Override => {
        const common = { id: `${id} ${n} ${replacedPerson}`, from: part.from, to: part.to };
        return person === undefined
          ? { ...common, kind: 'remove', person: replacedPerson }
          : { ...common, kind: 'replace', replaced: replacedPerson, person };
      });
    });
  });
}

function notesOf(rotations: readonly Rotation[], at: number, known: ReadonlySet<string>): readonly Note[] {
  return rotations.flatMap((rotation) => [
    ...(rotation.end !== Number.POSITIVE_INFINITY && rotation.end > at
      ? [{ rule: 'ends later', about: rotation.name, when: [{ from: rotation.end, to: Number.POSITIVE_INFINITY }] }]
      : []),
    ...rotation.participants.flatMap(({ type, id, username, name }) => {
      if (type === 'team') return [{ rule: 'team of today in a slot', about: textOf(name) }];
      if (type === 'escalation') return [{ rule: 'escalation in a slot', about: textOf(name) }];
      return type === 'user' && !known.has(textOf(id)) ? [{ rule: 'deleted person', about: textOf(username) || textOf(id) }] : [];
    }),
  ]);
}

const renderedOf = (answers: readonly ForeignAnswer[], id: string) =>
  bodiesAt(answers, /^GET \/v2\/schedules\/([\w-]+)\/timeline/)
    .filter((found) => found.id === id)
    .map(({ body }) => {
      const data = fieldsOf(body.data);
      const span = spanOf(data);
      const periods = listOf(fieldsOf(data.finalTimeline).rotations).flatMap((rotation) => listOf(rotation.periods));
      return {
        span,
        duties: combine(
          periods.map((period) => ({ ...spanOf(period), rank: 0, people: [textOf(fieldsOf(period.recipient).id)] })),
          span,
        ),
      };
    });

function scheduleOf(answers: readonly ForeignAnswer[], row: Fields, at: number, people: Expansion): ForeignSchedule {
  const id = textOf(row.id);
  const timeZone = zoneFor(textOf(row.timezone));
  const rotations = listOf(row.rotations)
    .map(rotationOf)
    .filter(({ participants }) => participants.length > 0);
  const overrides = bodiesAt(answers, /^GET \/v2\/schedules\/([\w-]+)\/overrides/)
    .filter((found) => found.id === id)
    .flatMap(({ body }) => listOf(body.data));
  const ahead = rotations.filter(({ end }) => end > at);
  const standing = new Set(
    [...rotations.flatMap(({ participants }) => participants), ...overrides.map(({ user }) => fieldsOf(user))].flatMap(idsOf),
  );
  const mine = people.forwards.filter(({ fromUser }) => standing.has(textOf(fieldsOf(fromUser).id)));
  return {
    id,
    name: textOf(row.name),
    timeZone,
    teamId: textOf(fieldsOf(row.ownerTeam).id) || null,
    there: (span) =>
      forwarded([...rotations.flatMap((rotation) => stretchesOf(rotation, timeZone, overrides, span)), ...wholeOverrides(overrides)], mine),
    rendered: renderedOf(answers, id),
    layers: ahead.map((rotation) => layerOf(rotation, timeZone, at, people.expand)),
    overrides: [
      ...overridesHere(
        rotations,
        timeZone,
        overrides.filter((override) => spanOf(override).to > at),
        people.expand,
      ),
      ...forwardsHere(mine, at, people.expand),
    ],
    temporary: [],
    notes: [
      ...notesOf(ahead, at, people.known),
      ...ahead.filter(({ unit }) => unit === 'hourly').flatMap(({ name }) => hourlyNote(name, timeZone, at)),
      ...forwardNotes(mine, rotations, people.expand),
    ],
  };
}

interface Expansion {
  readonly known: ReadonlySet<string>;
  /** Of a team its members of today; of an escalation, or of whom nobody knows, none. */
  readonly expand: (id: string) => readonly string[];
  /** Who is replaced by whom, everywhere, for a time. */
  readonly forwards: readonly Fields[];
}

/** The organisation of a folder, as of the moment of its rescue. */
export function readOpsgenie(answers: readonly ForeignAnswer[], at: number): ForeignOrganisation {
  const users = byId(bodiesAt(answers, /^GET \/v2\/users\?/).flatMap(({ body }) => listOf(body.data)));
  const ids = new Set(users.map(({ id }) => textOf(id)));
  const teams = byId(bodiesAt(answers, /^GET \/v2\/teams\/([\w-]+)\?/).map(({ body }) => fieldsOf(body.data))).map((data) => {
    const members = listOf(data.members).map(({ user, role }) => ({ personId: textOf(fieldsOf(user).id), isManager: role === 'admin' }));
    return { id: textOf(data.id), name: textOf(data.name), members };
  });
  const membersOf = new Map(teams.map((team) => [team.id, team.members.map(({ personId }) => personId).filter((id) => ids.has(id))]));
  const expand = (id: string) => membersOf.get(id) ?? (ids.has(id) ? [id] : []);
  const schedules = byId(bodiesAt(answers, /^GET \/v2\/schedules\?/).flatMap(({ body }) => listOf(body.data)));
  const forwards = bodiesAt(answers, /^GET \/v2\/forwarding-rules/).flatMap(({ body }) => listOf(body.data));
  const read = readEach(schedules, at, (row) => scheduleOf(answers, row, at, { known: ids, expand, forwards }));
  const settings = opsgenieSettings(answers, teams, at);
  const standing = peopleIn(read, settings.policies);
  const phones = opsgeniePhones(answers);
  const people = users.map((row) => ({
    id: textOf(row.id),
    email: textOf(row.username) || null,
    name: textOf(row.fullName),
    isObserver: fieldsOf(row.role).name === 'Stakeholder' && !standing.has(textOf(row.id)),
    isAdmin: ['Owner', 'Admin'].includes(textOf(fieldsOf(row.role).name)),
    isBlocked: row.blocked === true,
    phones: phones(textOf(row.id)),
  }));
  return { people, teams, schedules: read, ...settings };
}
