import type { Override } from '../../setup/schedules/shared/drawn-up.js';
import { bodiesAt, byId, listOf, textOf, textsOf, type Fields, type ForeignAnswer } from './answers.js';
import { millisOf, zoneNamed, zoneFor } from './foreign-zones.js';
import { calendarStretches } from './oncall-calendar.js';
import { layerOfShift } from './oncall-layers.js';
import { shiftOf, shiftRows, stretchesOf, type Shift } from './oncall-shifts.js';
import { oncallSettings } from './oncall-settings.js';
import type { ForeignOrganisation, ForeignSchedule, Note } from './organisation.js';
import { week } from './recurrence.js';
import { readEach } from './unreadable.js';
import { clipped, combine, type Span, type Stretch } from './stretches.js';

/** Exceptions and dates without a rotation of their own become overrides for so long. */
const weeksAhead = 26;
/** Who may not be notified is on call nowhere. */
const unnotified = new Set(['viewer', 'observer', 'none']);
const forever: readonly Span[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];

const swapSpan = (row: Fields): Span => ({ from: millisOf(textOf(row.swap_start)), to: millisOf(textOf(row.swap_end)) });

/** Taken swaps: the beneficiary is the benefactor in every event, overrides too. */
const withSwaps = (stretches: readonly Stretch[], swaps: readonly Fields[]): readonly Stretch[] =>
  swaps.reduce<readonly Stretch[]>(
    (all, swap) =>
      all.flatMap((stretch) => {
        const span = swapSpan(swap);
        return [
          ...clipped([stretch], { from: stretch.from, to: span.from }),
          ...clipped([stretch], span).map((part) => ({
            ...part,
            people: part.people.map((id) => (id === swap.beneficiary ? textOf(swap.benefactor) : id)),
          })),
          ...clipped([stretch], { from: span.to, to: stretch.to }),
        ];
      }),
    stretches,
  );

function overridesHere(
  exceptions: readonly Shift[],
  swaps: readonly Fields[],
  isOnCall: (id: string) => boolean,
  at: number,
): readonly Override[] {
  const span = { from: at, to: at + weeksAhead * week };
  const duties = combine(
    exceptions.flatMap((shift) => stretchesOf(shift, isOnCall, span)),
    span,
  ).filter(({ people }) => people.length > 0);
  const made = duties.flatMap(({ from, to, people }, n): Override[] => [
    { id: `exception ${n}`, from, to, kind: 'remove-everybody' },
    ...people.map((person): Override => ({ id: `exception ${n} ${person}`, from, to, kind: 'add', person })),
  ]);
  const swapped = swaps
    .filter((swap) => swapSpan(swap).to > at)
    .map((swap): Override => ({
      id: textOf(swap.id),
      ...swapSpan(swap),
      kind: 'replace',
      replaced: textOf(swap.beneficiary),
      person: textOf(swap.benefactor),
    }));
  return [...made, ...swapped];
}

const isException = ({ type }: Shift): boolean => type === 'override' || type === 'single_event';

function notesOf(shifts: readonly Shift[], at: number, isOnCall: (id: string) => boolean): readonly Note[] {
  return shifts.flatMap((shift): Note[] => {
    const layer = isException(shift) ? undefined : layerOfShift(shift, at, isOnCall);
    const zone = zoneNamed(shift.timeZone);
    return [
      ...(layer === null
        ? [{ rule: 'dates as overrides', about: shift.name, when: [{ from: at + weeksAhead * week, to: Number.POSITIVE_INFINITY }] }]
        : []),
      ...(isException(shift) || shift.until === Number.POSITIVE_INFINITY
        ? []
        : [{ rule: 'ends later', about: shift.name, when: [{ from: zone.firstAt(shift.until), to: Number.POSITIVE_INFINITY }] }]),
      ...shift.groups
        .flat()
        .filter((id) => !isOnCall(id))
        .map((id) => ({ rule: 'rings nobody there either', about: id })),
    ];
  });
}

interface Known {
  readonly isOnCall: (id: string) => boolean;
  /** By user name, and by address in small letters. */
  readonly byName: ReadonlyMap<string, string>;
  readonly rows: readonly Fields[];
  readonly swaps: readonly Fields[];
  readonly calendars: ReadonlyMap<string, string>;
}

/** What `shifts` names, and overrides of a calendar schedule, which it does not, where they are switched on. */
function shiftsOf(schedule: Fields, rows: readonly Fields[], timeZone: string): readonly Shift[] {
  const named = new Set(textsOf(schedule.shifts));
  const isMine = (row: Fields) =>
    named.has(textOf(row.id)) || (row.type === 'override' && row.schedule === schedule.id && schedule.enable_web_overrides === true);
  return byId(rows.filter(isMine)).map((row) => shiftOf(row, timeZone));
}

const renderedOf = (answers: readonly ForeignAnswer[], id: string) =>
  answers
    .filter(({ asked, status }) => status === 200 && asked.startsWith(`GET /schedules/${id}/final_shifts?`))
    .map(({ asked, body }) => {
      const [, from, to] = /start_date=([\d-]+)&end_date=([\d-]+)/.exec(asked)!;
      const span = { from: millisOf(`${from}T00:00:00Z`), to: millisOf(`${to}T00:00:00Z`) };
      const rows = listOf((body as Fields).results).map((row) => ({
        from: millisOf(textOf(row.shift_start)),
        to: millisOf(textOf(row.shift_end)),
        rank: 0,
        people: [textOf(row.user_pk)],
      }));
      return { span, duties: combine(rows, span) };
    });

function scheduleOf(answers: readonly ForeignAnswer[], row: Fields, at: number, known: Known): ForeignSchedule {
  const id = textOf(row.id);
  // a web schedule ignores its own zone
  const timeZone = row.type === 'web' || textOf(row.time_zone) === '' ? 'UTC' : zoneFor(textOf(row.time_zone));
  const shifts = shiftsOf(row, known.rows, timeZone);
  const swaps = known.swaps.filter((swap) => swap.schedule === id && typeof swap.benefactor === 'string');
  const calendar = known.calendars.get(textOf(row.ical_url_primary)) ?? '';
  const ahead = shifts.filter((shift) => isException(shift) || zoneNamed(shift.timeZone).firstAt(shift.until) > at);
  const layers = ahead.filter((shift) => !isException(shift)).map((shift) => layerOfShift(shift, at, known.isOnCall));
  const withoutLayer = ahead.filter((shift) => isException(shift) || layerOfShift(shift, at, known.isOnCall) === null);
  return {
    id,
    name: textOf(row.name),
    timeZone,
    teamId: textOf(row.team_id) || null,
    there: (span) =>
      withSwaps(
        [...shifts.flatMap((shift) => stretchesOf(shift, known.isOnCall, span)), ...calendarStretches(calendar, known.byName, span)],
        swaps,
      ),
    rendered: renderedOf(answers, id),
    layers: layers.filter((layer) => layer !== null),
    overrides: overridesHere(withoutLayer, swaps, known.isOnCall, at),
    temporary: [],
    notes: [
      ...notesOf(ahead, at, known.isOnCall),
      ...(row.type === 'ical' ? [{ rule: 'calendar by its address', about: textOf(row.name), when: forever }] : []),
    ],
  };
}

export function readOncall(answers: readonly ForeignAnswer[], at: number): ForeignOrganisation {
  const resultsAt = (pattern: RegExp) => byId(bodiesAt(answers, pattern).flatMap(({ body }) => listOf(body.results)));
  const users = resultsAt(/^GET \/users\//);
  const notified = users.filter(({ role }) => !unnotified.has(textOf(role)));
  const ids = new Set(notified.map(({ id }) => textOf(id)));
  const known: Known = {
    isOnCall: (id) => ids.has(id),
    byName: new Map(
      notified.flatMap((row) => [
        [textOf(row.username), textOf(row.id)] as const,
        [textOf(row.email).toLowerCase(), textOf(row.id)] as const,
      ]),
    ),
    rows: byId(shiftRows(bodiesAt(answers, /^GET \/on_call_shifts\//).map(({ body }) => body))),
    swaps: resultsAt(/^GET \/shift_swaps\//),
    calendars: new Map(
      answers.flatMap(({ asked, body }) =>
        asked.startsWith('GET http') && typeof body === 'string' ? [[asked.slice(4), body] as const] : [],
      ),
    ),
  };
  const schedules = [
    ...resultsAt(/^GET \/schedules\/(?:\?|$)/),
    ...bodiesAt(answers, /^GET \/schedules\/(\w+)\/$/).map(({ body }) => body),
  ];
  return {
    people: users.map((row) => ({
      id: textOf(row.id),
      email: textOf(row.email) || null,
      name: textOf(row.name) || textOf(row.username),
      isObserver: unnotified.has(textOf(row.role)),
      isAdmin: row.role === 'admin',
    })),
    teams: resultsAt(/^GET \/teams\//).map(({ id, name }) => ({
      id: textOf(id),
      name: textOf(name),
      members: users
        .filter(({ teams }) => textsOf(teams).includes(textOf(id)))
        .map((user) => ({ personId: textOf(user.id), isManager: false })),
    })),
    schedules: readEach(byId(schedules), at, (row) => scheduleOf(answers, row, at, known)),
    ...oncallSettings(answers, users, at),
  };
}
