import { Temporal } from 'temporal-polyfill';
import type { Override, Restriction, TurnLength } from '../../setup/schedules/shared/drawn-up.js';
import { byId, fieldsOf, listOf, numberIn, textOf, textsOf, type Fields, type ForeignAnswer } from './answers.js';
import { hourlyNote, zonesNote } from './clock-notes.js';
import { clock, millisOf, timeOfDay, zoneNamed, zoneFor } from './foreign-zones.js';
import { goalertSettings, rotationsInSteps, scheduleOfRotation } from './goalert-settings.js';
import type { ForeignOrganisation, ForeignSchedule, LayerDraft, Note } from './organisation.js';
import { dateOf, day, hour, localOf, week, weekdayOf } from './recurrence.js';
import { goalertPhones } from './phones.js';
import { clipped, combine, intersect, type Span, type Stretch } from './stretches.js';
import { readEach } from './unreadable.js';
import { openWithin, type WeekWindow } from './turns-there.js';

const units: Readonly<Record<string, number>> = { hourly: hour, daily: day, weekly: week };

function unitOf({ type }: Fields): number {
  const unit = units[textOf(type)];
  if (unit === undefined) throw new Error(`unknown rotation “${textOf(type)}”`);
  return unit;
}

/** The n-th mark. Months count from the first day: what a shorter month lacks runs over into the next. */
function markOf(rotation: Fields, n: number): number {
  const zone = zoneNamed(textOf(rotation.timeZone));
  const first = zone.wallAt(millisOf(textOf(rotation.start)));
  const length = numberIn(rotation, 'shiftLength', 1);
  if (rotation.type !== 'monthly') return zone.firstAt(first + n * length * unitOf(rotation));
  const date = dateOf(first);
  const base = date.with({ day: 1 }).add(Temporal.Duration.from({ months: n * length }));
  return zone.firstAt(localOf(base) + (date.day - 1) * day + (first % day));
}

/** Far more than the marks of a hundred years. */
const most = 1_000_000;

/** The last mark at or before an instant, by its number. */
function markAt(rotation: Fields, at: number): number {
  let [low, high] = [-most, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (markOf(rotation, middle) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Who has the turn that begins at a mark: the index says where the rotation stands, its start does not. */
const userAt = (rotation: Fields, mark: number, atNow: number): string => {
  const users = textsOf(rotation.userIDs);
  const index = (numberIn(rotation, 'activeUserIndex', -1) + mark - atNow) % users.length;
  return users[(index + users.length) % users.length] ?? '';
};

function turnsOf(rotation: Fields, at: number, span: Span): readonly (Span & { readonly person: string })[] {
  const atNow = markAt(rotation, at);
  const turns: (Span & { person: string })[] = [];
  for (let mark = markAt(rotation, span.from); markOf(rotation, mark) < span.to; mark += 1) {
    turns.push({ from: markOf(rotation, mark), to: markOf(rotation, mark + 1), person: userAt(rotation, mark, atNow) });
  }
  return turns;
}

const timeOf = (text: unknown): number => timeOfDay(textOf(text));

function daysOf({ weekdayFilter }: Fields): readonly number[] {
  if (!Array.isArray(weekdayFilter) || weekdayFilter.length !== 7) throw new Error('unknown days of a rule');
  return [0, 1, 2, 3, 4, 5, 6].filter((weekday) => weekdayFilter[(weekday + 1) % 7] === true);
}
const isAlways = (rule: Fields): boolean => timeOf(rule.start) === timeOf(rule.end) && daysOf(rule).length === 7;

/** Null: always. A window belongs to the day on which it starts; start = end is 24 hours from there. */
function windowsOf(rule: Fields): readonly WeekWindow[] | null {
  if (isAlways(rule)) return null;
  const [from, to] = [timeOf(rule.start), timeOf(rule.end)];
  return daysOf(rule).map((weekday) => ({ from: weekday * day + from, length: to > from ? to - from : to - from + day }));
}

interface Target {
  readonly rotation: Fields | undefined;
  readonly personId: string;
  readonly rules: readonly Fields[];
}

function stretchesOf({ rotation, personId, rules }: Target, timeZone: string, at: number, span: Span): readonly Stretch[] {
  const zone = zoneNamed(timeZone);
  const turns = rotation === undefined ? [{ ...span, person: personId }] : turnsOf(rotation, at, span);
  return rules.flatMap((rule) =>
    turns.flatMap((turn) =>
      intersect(openWithin(zone, windowsOf(rule), span), [turn]).map((part) => ({ ...part, rank: 0, people: [turn.person] })),
    ),
  );
}

const spanOf = (row: Fields): Span => ({ from: millisOf(textOf(row.start)), to: millisOf(textOf(row.end)) });

/** All overrides act on what the rules give, never on one another. */
function withOverrides(stretches: readonly Stretch[], overrides: readonly Fields[]): readonly Stretch[] {
  const parts = stretches.flatMap((stretch) => {
    const mine = overrides.filter((one) => one.removeUserID !== '' && stretch.people.includes(textOf(one.removeUserID)));
    return mine.reduce<readonly Stretch[]>((all, override) => all.flatMap((part) => replaced(part, override, stretch.people)), [stretch]);
  });
  const added = overrides
    .filter(({ removeUserID }) => removeUserID === '')
    .map((one) => ({ ...spanOf(one), rank: 0, people: [textOf(one.addUserID)] }));
  return [...parts, ...added];
}

function replaced(part: Stretch, override: Fields, people: readonly string[]): readonly Stretch[] {
  if (part.people !== people) return [part];
  const span = spanOf(override);
  const added = textOf(override.addUserID);
  return [
    ...clipped([part], { from: part.from, to: span.from }),
    ...clipped([part], span).map((one) => ({ ...one, people: added === '' ? [] : [added] })),
    ...clipped([part], { from: span.to, to: part.to }),
  ];
}

/** A temporary schedule replaces everything, gaps and overrides too. */
const temporaryStretches = (rows: readonly Fields[]): readonly Stretch[] =>
  rows.flatMap((row) => [
    { ...spanOf(row), rank: 1, people: [], isGap: true as const },
    ...listOf(row.shifts).map((shift) => ({ ...spanOf(shift), rank: 1, people: [textOf(shift.userID)] })),
  ]);

/** Windows are on the schedule’s clock, and a layer has one: its handoffs are on it, too, unless it is always on call. */
const zoneOf = ({ rotation, rules }: Target, timeZone: string): string =>
  rotation === undefined || rules.some(isAlways) ? textOf(rotation?.timeZone) || timeZone : timeZone;

function lengthOf(rotation: Fields, at: number, timeZone: string): TurnLength {
  const zone = zoneNamed(timeZone);
  const wall = zone.wallAt(markOf(rotation, markAt(rotation, at)));
  const count = numberIn(rotation, 'shiftLength', 1);
  const first = zone.wallAt(millisOf(textOf(rotation.start)));
  if (rotation.type === 'hourly') return { unit: 'hours', count };
  if (rotation.type === 'daily') return { unit: 'days', count, time: clock(wall) };
  if (rotation.type === 'weekly') return { unit: 'weeks', count, time: clock(wall), weekday: weekdayOf(wall) + 1 };
  return { unit: 'months', count, time: clock(first), day: dateOf(first).day };
}

function restrictionsOf(rules: readonly Fields[]): readonly Restriction[] {
  if (rules.some(isAlways)) return [];
  return rules.flatMap((rule): Restriction[] => {
    const weekdays = daysOf(rule).map((weekday) => weekday + 1);
    const [from, to] = [textOf(rule.start), textOf(rule.end)];
    if (from !== to) return [{ weekdays, times: { from, to } }];
    if (from === '00:00') return [{ weekdays }];
    return [
      { weekdays, times: { from, to: '00:00' } },
      { weekdays: weekdays.map((weekday) => (weekday % 7) + 1), times: { from: '00:00', to } },
    ];
  });
}

function layerOf({ rotation, personId, rules }: Target, timeZone: string, at: number, names: ReadonlyMap<string, string>): LayerDraft {
  const common = { priority: 0, restrictions: restrictionsOf(rules), countsCoveredTimeOnly: false, from: null };
  if (rotation === undefined) {
    return {
      ...common,
      name: names.get(personId) ?? 'Person',
      timeZone,
      slots: [[personId]],
      length: { unit: 'weeks', count: 1, time: '00:00', weekday: 1 },
      anchor: at - 2 * week,
    };
  }
  const users = textsOf(rotation.userIDs);
  const index = Math.max(0, numberIn(rotation, 'activeUserIndex', -1));
  return {
    ...common,
    name: textOf(rotation.name),
    timeZone: zoneOf({ rotation, personId, rules }, timeZone),
    slots: users.map((_, n) => [users[(n + index) % users.length]!]),
    length: lengthOf(rotation, at, zoneOf({ rotation, personId, rules }, timeZone)),
    anchor: markOf(rotation, markAt(rotation, at)),
  };
}

const overridesHere = (rows: readonly Fields[]): readonly Override[] =>
  [...rows]
    .toSorted((one, other) => spanOf(one).from - spanOf(other).from)
    .map((row): Override => {
      const [add, remove] = [textOf(row.addUserID), textOf(row.removeUserID)];
      const common = { id: textOf(row.id), ...spanOf(row) };
      if (remove === '') return { ...common, kind: 'add', person: add };
      return add === '' ? { ...common, kind: 'remove', person: remove } : { ...common, kind: 'replace', replaced: remove, person: add };
    });

/** Where the last day of a month there runs over, the turns differ between the two handoffs. */
function notesOf(targets: readonly Target[], at: number, overrides: readonly Fields[]): readonly Note[] {
  const months = targets.flatMap(({ rotation }) =>
    rotation?.type === 'monthly' && dateOf(zoneNamed(textOf(rotation.timeZone)).wallAt(millisOf(textOf(rotation.start)))).day > 28
      ? [rotation]
      : [],
  );
  return [
    ...months.map((rotation) => {
      const now = markAt(rotation, at);
      const when = Array.from({ length: 24 }, (_, n) => markOf(rotation, now + n - 1)).map((mark) => ({
        from: mark - 4 * day,
        to: mark + 4 * day,
      }));
      return { rule: 'end of a short month', about: textOf(rotation.name), when };
    }),
    ...chainsIn(overrides),
  ];
}

function zoneNotes(target: Target, timeZone: string, at: number): readonly Note[] {
  const { rotation } = target;
  if (rotation === undefined) return [];
  const own = textOf(rotation.timeZone);
  return [
    ...(zoneOf(target, timeZone) === own ? [] : zonesNote(textOf(rotation.name), [own, timeZone], at)),
    ...(rotation.type === 'hourly' ? hourlyNote(textOf(rotation.name), own, at) : []),
  ];
}

/** One that removes whom another adds has no effect there; here it would. */
const chainsIn = (overrides: readonly Fields[]): readonly Note[] =>
  overrides
    .filter(
      (one) =>
        one.removeUserID !== '' &&
        overrides.some(
          (other) => other !== one && other.addUserID === one.removeUserID && clipped([spanOf(other)], spanOf(one)).length > 0,
        ),
    )
    .map((one) => ({ rule: 'without effect there', about: textOf(one.id), when: [spanOf(one)] }));

const nodesOf = (answers: readonly ForeignAnswer[], operation: string, list: string, id?: string): readonly Fields[] =>
  answers
    .filter(
      ({ graphql, status }) => status === 200 && graphql?.operationName === operation && (id === undefined || graphql.variables.id === id),
    )
    .flatMap(({ body }) => listOf(fieldsOf(fieldsOf(fieldsOf(body).data)[list]).nodes));

const renderedOf = (answers: readonly ForeignAnswer[], id: string) =>
  answers
    .filter(({ graphql, status }) => status === 200 && graphql?.operationName === 'Shifts' && graphql.variables.id === id)
    .map(({ graphql, body }) => {
      const span = spanOf(graphql!.variables);
      const shifts = listOf(fieldsOf(fieldsOf(fieldsOf(body).data).schedule).shifts);
      return {
        span,
        duties: combine(
          shifts.map((shift) => ({ ...spanOf(shift), rank: 0, people: [textOf(shift.userID)] })),
          span,
        ),
      };
    });

/** A rotation that a step names: on call always, without overrides. */
function rotationSchedule(rotation: Fields, at: number, names: ReadonlyMap<string, string>): ForeignSchedule {
  const timeZone = zoneFor(textOf(rotation.timeZone));
  const always = { start: '00:00', end: '00:00', weekdayFilter: [true, true, true, true, true, true, true] };
  const target: Target = { rotation, personId: '', rules: [always] };
  return {
    id: scheduleOfRotation(textOf(rotation.id)),
    name: textOf(rotation.name),
    timeZone,
    teamId: null,
    there: (span) => stretchesOf(target, timeZone, at, span),
    rendered: [],
    layers: [layerOf(target, timeZone, at, names)],
    overrides: [],
    temporary: [],
    notes: notesOf([target], at, []),
  };
}

export function readGoalert(answers: readonly ForeignAnswer[], at: number): ForeignOrganisation {
  const users = byId(nodesOf(answers, 'Users', 'users'));
  const names = new Map(users.map(({ id, name }) => [textOf(id), textOf(name)]));
  const rotations = new Map(byId(nodesOf(answers, 'Rotations', 'rotations')).map((row) => [textOf(row.id), row]));
  const rotationNamed = (id: string): Fields => {
    const found = rotations.get(id);
    if (found === undefined) throw new Error(`unknown rotation “${id}”`);
    return found;
  };
  const scheduleOf = (row: Fields): ForeignSchedule => {
    const id = textOf(row.id);
    const timeZone = zoneFor(textOf(row.timeZone));
    const targets = listOf(row.targets).map(({ target, rules }): Target => {
      const { type, id: targetId } = fieldsOf(target);
      return {
        rotation: type === 'rotation' ? rotationNamed(textOf(targetId)) : undefined,
        personId: textOf(targetId),
        rules: listOf(rules),
      };
    });
    const overrides = nodesOf(answers, 'Overrides', 'userOverrides', id);
    const temporary = listOf(row.temporarySchedules);
    return {
      id,
      name: textOf(row.name),
      timeZone,
      teamId: null,
      there: (span) => [
        ...withOverrides(
          targets.flatMap((target) => stretchesOf(target, timeZone, at, span)),
          overrides,
        ),
        ...temporaryStretches(temporary),
      ],
      rendered: renderedOf(answers, id),
      layers: targets.map((target) => layerOf(target, timeZone, at, names)),
      overrides: overridesHere(overrides.filter((one) => spanOf(one).to > at)),
      temporary: temporary.map((one, n) => ({
        id: `temporary ${n}`,
        ...spanOf(one),
        fallback: [],
        shifts: listOf(one.shifts).map((shift) => ({ person: textOf(shift.userID), ...spanOf(shift) })),
      })),
      notes: [...notesOf(targets, at, overrides), ...targets.flatMap((target) => zoneNotes(target, timeZone, at))],
    };
  };
  const policies = byId(nodesOf(answers, 'Policies', 'escalationPolicies'));
  return {
    people: users.map(({ id, email, name, role, ...row }) => ({
      id: textOf(id),
      email: textOf(email) || null,
      name: textOf(name),
      isObserver: false,
      isAdmin: role === 'admin',
      phones: goalertPhones(row),
    })),
    teams: [],
    schedules: [
      ...readEach(byId(nodesOf(answers, 'Schedules', 'schedules')), at, scheduleOf),
      ...[...rotationsInSteps(policies)].flatMap((id) => {
        const rotation = rotations.get(id);
        return rotation === undefined ? [] : readEach([rotation], at, (row) => rotationSchedule(row, at, names));
      }),
    ],
    ...goalertSettings({ users, policies, services: byId(nodesOf(answers, 'Services', 'services')) }, at),
  };
}
