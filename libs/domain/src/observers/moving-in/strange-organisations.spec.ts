import { byTier } from '@tocsin/testing/tier.js';
import type { ForeignAnswer, Fields } from './answers.js';
import { fitOrganisation } from './fit.js';
import { dutiesHere } from './here.js';
import type { ForeignOrganisation } from './organisation.js';
import { readers } from './readers.js';

/**
 * Organisations of chance, and who is on call in them by a rendering of its own: it asks the platform for the wall clock, minute by minute, and
 * shares nothing with the readers.
 */
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const week = 7 * day;
const step = 15 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();
function wallOf(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(', ');
  return Date.parse(`${date}T${time}Z`);
}
/** The instant at which the clock of a zone shows a time. */
function instantAt(timeZone: string, wall: number): number {
  const guess = wall - (wallOf(timeZone, wall) - wall);
  return guess - (wallOf(timeZone, guess) - wall);
}

type Chance = <T>(of: readonly T[]) => T;
function chanceOf(seed: number): Chance {
  let state = seed * 2_654_435_761 + 1;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return of[Math.floor((state / 2_147_483_648) * of.length)]!;
  };
}

const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/London', 'America/Santiago'];
/** Before changes of clocks of either half of the earth, and in no week of one. */
const moments = ['2026-03-20T10:00:00Z', '2026-09-28T23:30:00Z', '2026-10-20T04:17:00Z', '2026-12-30T12:00:00Z', '2027-03-25T00:00:00Z'];
const people = ['ana', 'bo', 'cy', 'dee', 'eve'];
const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const iso = (at: number): string => new Date(at).toISOString();
const mondayOf = (wall: number): number => wall - ((((Math.floor(wall / day) + 3) % 7) + 7) % 7) * day - (((wall % day) + day) % day);
const modulo = (n: number, length: number): number => ((n % length) + length) % length;
const answer = (path: string, body: unknown): ForeignAnswer => ({ asked: `GET ${path}`, status: 200, body });
const numbersTo = (most: number): readonly number[] => Array.from({ length: most }, (_, n) => n);

type Rendering = (at: number) => readonly string[];
interface Case {
  readonly read: ForeignOrganisation;
  readonly at: number;
  readonly there: Rendering;
  readonly zone: string;
}

/** Windows of a week, by the local time behind Monday 00:00. */
const isOpen = (windows: readonly { readonly from: number; readonly length: number }[] | null, wall: number): boolean =>
  windows === null || windows.some(({ from, length }) => modulo(wall - mondayOf(wall) - from, week) < length);

/** A handoff at an odd minute; none in the small hours, in which clocks change. */
const oddTimes = [5 * hour + 30 * minute, 9 * hour, 11 * hour + 45 * minute, 17 * hour, 23 * hour + 30 * minute];

function opsgenieCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), Date.parse(chance(moments))];
  const rotations = numbersTo(chance([1, 2, 3])).map((n) => {
    const type = chance(['daily', 'weekly', 'daily']);
    const start = instantAt(zone, mondayOf(wallOf(zone, at)) - chance([4, 9, 30, -5]) * day + chance(oddTimes));
    const restriction = chance([
      undefined,
      {
        type: 'time-of-day',
        restriction: { startHour: chance([8, 22, 0]), startMin: chance([0, 30]), endHour: chance([6, 18, 0]), endMin: 0 },
      },
      {
        type: 'weekday-and-time-of-day',
        restrictions: [
          {
            startDay: chance(dayNames),
            startHour: chance([9, 18]),
            startMin: 30,
            endDay: chance(dayNames),
            endHour: chance([5, 20]),
            endMin: 0,
          },
          { startDay: 'saturday', startHour: 0, startMin: 0, endDay: 'sunday', endHour: 12, endMin: 0 },
        ],
      },
    ]);
    return {
      id: `r${n}`,
      name: `Rotation ${n}`,
      startDate: iso(start),
      ...(chance([false, false, true]) ? { endDate: iso(at - chance([1, 20]) * day) } : {}),
      type,
      length: chance([1, 2, 3]),
      participants: numbersTo(chance([1, 2, 3])).map(() =>
        chance([{ type: 'user', id: chance(people) }, { type: 'user', id: chance(people) }, { type: 'none' }]),
      ),
      ...(restriction === undefined ? {} : { timeRestriction: restriction }),
    };
  });
  const from = instantAt(zone, mondayOf(wallOf(zone, at)) + chance([8, 9, 10]) * day + chance(oddTimes));
  const overrides =
    chance([0, 1, 1]) === 0
      ? []
      : [
          {
            alias: chance(['', 'leave']),
            user: chance([{ type: 'user', id: chance(people) }, { type: 'none' }]),
            startDate: iso(from),
            endDate: iso(from + chance([3, 40, 130]) * hour),
            ...(chance([true, false]) ? { rotations: [{ id: 'r0', name: 'Rotation 0' }] } : {}),
          },
        ];
  const idOf = (one: Fields): readonly string[] => (one['type'] === 'none' ? [] : [String(one['id'])]);
  const windowsOf = (restriction: Fields | undefined) => {
    if (restriction === undefined) return null;
    const edge = (one: Fields, name: string) => Number(one[`${name}Hour`]) * hour + Number(one[`${name}Min`]) * minute;
    if (restriction['type'] === 'time-of-day') {
      const one = restriction['restriction'] as Fields;
      const length = modulo(edge(one, 'end') - edge(one, 'start'), day);
      return length === 0 ? null : numbersTo(7).map((n) => ({ from: n * day + edge(one, 'start'), length }));
    }
    return (restriction['restrictions'] as Fields[]).map((one) => {
      const [begin, end] = ['start', 'end'].map((name) => dayNames.indexOf(String(one[`${name}Day`])) * day + edge(one, name));
      return { from: begin!, length: modulo(end! - begin!, week) || week };
    });
  };
  const there: Rendering = (when) => {
    const acting = overrides.find(({ startDate, endDate }) => Date.parse(startDate) <= when && when < Date.parse(endDate));
    if (acting !== undefined && acting.rotations === undefined) return idOf(acting.user);
    const wall = wallOf(zone, when);
    return rotations.flatMap((rotation) => {
      const begin = Date.parse(rotation.startDate);
      if (when < begin || when >= Date.parse(rotation.endDate ?? '2100-01-01T00:00:00Z')) return [];
      if (!isOpen(windowsOf(rotation.timeRestriction as Fields | undefined), wall)) return [];
      if (acting !== undefined && rotation.id === 'r0') return idOf(acting.user);
      const length = rotation.length * (rotation.type === 'weekly' ? week : day);
      const number = Math.floor((wall - wallOf(zone, begin)) / length);
      return idOf(rotation.participants[modulo(number, rotation.participants.length)]!);
    });
  };
  const read = readers.opsgenie(
    [
      answer('/v2/users?limit=100', {
        data: people.map((id) => ({ id, username: `${id}@example.org`, fullName: id, role: { name: 'User' } })),
      }),
      answer('/v2/schedules?expand=rotation', { data: [{ id: 's', name: 'S', timezone: zone, rotations }] }),
      answer('/v2/schedules/s/overrides?x', { data: overrides }),
    ],
    at,
  );
  return { read, at, there, zone };
}

function pagerdutyCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), Date.parse(chance(moments))];
  const layers = numbersTo(chance([1, 2, 3, 4])).map((n) => {
    const virtual = instantAt(zone, mondayOf(wallOf(zone, at)) - chance([3, 12, 400, -2]) * day + chance(oddTimes));
    return {
      id: `l${n}`,
      name: `Layer ${n}`,
      start: iso(chance([virtual, at - 90 * day, at + 3 * day])),
      end: chance([null, null, iso(at - day)]),
      rotation_virtual_start: iso(virtual),
      rotation_turn_length_seconds: chance([86_400, 604_800, 2 * 86_400, 3 * 604_800]),
      users: numbersTo(chance([1, 2, 4])).map(() => ({ user: { id: chance(people), type: 'user_reference' } })),
      restrictions: chance([
        [],
        [
          {
            type: 'daily_restriction',
            start_time_of_day: chance(['08:00:00', '18:30:00', '00:00:00']),
            duration_seconds: chance([36_000, 50_400, 86_400]),
          },
        ],
        [
          { type: 'weekly_restriction', start_day_of_week: 5, start_time_of_day: '17:30:00', duration_seconds: chance([225_000, 230_400]) },
          { type: 'weekly_restriction', start_day_of_week: chance([1, 2, 7]), start_time_of_day: '23:00:00', duration_seconds: 28_800 },
        ],
      ]),
    };
  });
  const from = instantAt(zone, mondayOf(wallOf(zone, at)) + chance([8, 9, 15]) * day + chance(oddTimes));
  const overrides =
    chance([0, 1]) === 0 ? [] : [{ id: 'o', start: iso(from), end: iso(from + chance([1, 30, 200]) * hour), user: { id: chance(people) } }];
  const there: Rendering = (when) => {
    const acting = overrides.find(({ start, end }) => Date.parse(start) <= when && when < Date.parse(end));
    if (acting !== undefined) return [acting.user.id];
    const wall = wallOf(zone, when);
    for (const layer of layers) {
      if (when < Date.parse(layer.start) || when >= Date.parse(layer.end ?? '2100-01-01T00:00:00Z')) continue;
      const windows = (layer.restrictions as Fields[]).flatMap((one) => {
        const [hours = 0, minutes = 0] = String(one['start_time_of_day']).split(':').map(Number);
        const days = one['type'] === 'daily_restriction' ? numbersTo(7) : [Number(one['start_day_of_week']) - 1];
        return days.map((n) => ({ from: n * day + hours * hour + minutes * minute, length: Number(one['duration_seconds']) * 1_000 }));
      });
      if (!isOpen(layer.restrictions.length === 0 ? null : windows, wall)) continue;
      const number = Math.floor(
        (wall - wallOf(zone, Date.parse(layer.rotation_virtual_start))) / (layer.rotation_turn_length_seconds * 1_000),
      );
      return [layer.users[modulo(number, layer.users.length)]!.user.id];
    }
    return [];
  };
  const read = readers.pagerduty(
    [
      answer('/users?x', { users: people.map((id) => ({ id, email: `${id}@example.org`, name: id, role: 'user' })) }),
      answer('/schedules/S', { schedule: { id: 'S', name: 'S', time_zone: zone, schedule_layers: layers } }),
      answer('/schedules/S/overrides?x', { overrides }),
    ],
    at,
  );
  return { read, at, there, zone };
}

function goalertCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), Date.parse(chance(moments))];
  const rotations = numbersTo(chance([1, 2])).map((n) => {
    const users = numbersTo(chance([1, 2, 3])).map(() => chance(people));
    return {
      id: `r${n}`,
      name: `Rotation ${n}`,
      type: chance(['daily', 'weekly']),
      shiftLength: chance([1, 2, 3]),
      start: iso(instantAt(zone, mondayOf(wallOf(zone, at)) - chance([1, 16, 200, -9]) * day + chance(oddTimes))),
      timeZone: zone,
      userIDs: users,
      activeUserIndex: chance(users.map((_, index) => index)),
    };
  });
  const rule = () => ({
    start: chance(['00:00', '08:30', '22:00']),
    end: chance(['00:00', '06:00', '17:15', '22:00']),
    weekdayFilter: chance([
      [true, true, true, true, true, true, true],
      [false, true, true, true, true, true, false],
      [true, false, false, true, false, false, true],
    ]),
  });
  const targets = [
    ...rotations.map(({ id }) => ({ target: { type: 'rotation', id }, rules: numbersTo(chance([1, 2])).map(rule) })),
    ...(chance([true, false]) ? [{ target: { type: 'user', id: chance(people) }, rules: [rule()] }] : []),
  ];
  const from = instantAt(zone, mondayOf(wallOf(zone, at)) + chance([8, 9, 15]) * day + chance(oddTimes));
  const fixed = {
    start: iso(from),
    end: iso(from + 30 * hour),
    shifts: [{ userID: chance(people), start: iso(from + hour), end: iso(from + 9 * hour) }],
  };
  const temporary = chance([true, false]) ? [fixed] : [];
  const overrides =
    chance([0, 1]) === 0
      ? []
      : [
          {
            id: 'o',
            start: iso(from + 3 * day),
            end: iso(from + 3 * day + chance([5, 60]) * hour),
            addUserID: chance([...people, '']),
            removeUserID: chance([...people, '']),
          },
        ].filter(({ addUserID, removeUserID }) => addUserID !== removeUserID);
  const there: Rendering = (when) => {
    const own = temporary.find(({ start, end }) => Date.parse(start) <= when && when < Date.parse(end));
    if (own !== undefined)
      return own.shifts.filter(({ start, end }) => Date.parse(start) <= when && when < Date.parse(end)).map(({ userID }) => userID);
    const wall = wallOf(zone, when);
    const active = targets.flatMap(({ target, rules }) => {
      const windows = rules.flatMap(({ start, end, weekdayFilter }) => {
        const [begin, stop] = [start, end].map((text) => Number(text.slice(0, 2)) * hour + Number(text.slice(3)) * minute);
        const length = modulo(stop! - begin!, day) || day;
        return numbersTo(7)
          .filter((n) => weekdayFilter[(n + 1) % 7])
          .map((n) => ({ from: n * day + begin!, length }));
      });
      if (!isOpen(windows, wall)) return [];
      const rotation = rotations.find(({ id }) => id === target.id);
      if (rotation === undefined) return [target.id];
      const length = rotation.shiftLength * (rotation.type === 'weekly' ? week : day);
      const turn = (local: number) => Math.floor((local - wallOf(zone, Date.parse(rotation.start))) / length);
      return [rotation.userIDs[modulo(rotation.activeUserIndex + turn(wall) - turn(wallOf(zone, at)), rotation.userIDs.length)]!];
    });
    const acting = overrides.filter(({ start, end }) => Date.parse(start) <= when && when < Date.parse(end));
    return [
      ...active.flatMap((id) => {
        const one = acting.find(({ removeUserID }) => removeUserID === id);
        return one === undefined ? [id] : one.addUserID === '' ? [] : [one.addUserID];
      }),
      ...acting.filter(({ removeUserID }) => removeUserID === '').map(({ addUserID }) => addUserID),
    ];
  };
  const query = (operationName: string, list: string, nodes: readonly object[], variables: Fields = {}): ForeignAnswer => ({
    asked: 'POST /api/graphql',
    graphql: { operationName, variables },
    status: 200,
    body: { data: { [list]: { nodes, pageInfo: { hasNextPage: false } } } },
  });
  const read = readers.goalert(
    [
      query(
        'Users',
        'users',
        people.map((id) => ({ id, name: id, email: `${id}@example.org` })),
      ),
      query('Rotations', 'rotations', rotations),
      query('Schedules', 'schedules', [{ id: 'S', name: 'S', timeZone: zone, targets, temporarySchedules: temporary }]),
      query('Overrides', 'userOverrides', overrides, { id: 'S' }),
    ],
    at,
  );
  return { read, at, there, zone };
}

/** Turns that last as long as their interval, or shorter, on several levels, on the clock of a zone. */
function oncallCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), Date.parse(chance(moments))];
  const local = (wall: number): string => iso(wall).slice(0, 19);
  const shifts = numbersTo(chance([1, 2, 3])).map((n) => {
    const [frequency, unit] = chance([
      ['weekly', week],
      ['daily', day],
    ] as const);
    const interval = chance([1, 2, 3]);
    return {
      id: `O${n}`,
      name: `Shift ${n}`,
      type: 'rolling_users',
      level: chance([0, 1, 2]),
      start: local(mondayOf(wallOf(zone, at)) - chance([1, 10, 45]) * day + chance(oddTimes)),
      duration: (chance([unit, interval * unit, 8 * hour, 3 * hour]) as number) / 1_000,
      frequency,
      interval,
      week_start: chance(['MO', 'SU']),
      time_zone: null,
      rolling_users: numbersTo(chance([1, 2, 3])).map(() => [chance(people)]),
      start_rotation_from_user_index: 0,
    };
  });
  const there: Rendering = (when) => {
    const wall = wallOf(zone, when);
    const onDuty = shifts.flatMap((shift) => {
      const unit = shift.interval * (shift.frequency === 'weekly' ? week : day);
      const behind = wall - Date.parse(`${shift.start}Z`);
      const isOn = behind >= 0 && modulo(behind, unit) < shift.duration * 1_000;
      return isOn
        ? [{ level: shift.level, id: shift.rolling_users[modulo(Math.floor(behind / unit), shift.rolling_users.length)]![0]! }]
        : [];
    });
    const top = Math.max(...onDuty.map(({ level }) => level));
    return onDuty.filter(({ level }) => level === top).map(({ id }) => id);
  };
  const read = readers.oncall(
    [
      answer('/users/?x', { results: people.map((id) => ({ id, email: `${id}@example.org`, username: id, role: 'user' })) }),
      answer('/schedules/?x', { results: [{ id: 'S', name: 'S', type: 'calendar', time_zone: zone, shifts: shifts.map(({ id }) => id) }] }),
      answer('/on_call_shifts/?schedule_id=S', { results: shifts }),
    ],
    at,
  );
  return { read, at, there, zone };
}

/** Where the clock of a zone changes, an hour is there twice or not at all: which of both is no matter of this test. */
const isNearChange = (zone: string, at: number): boolean =>
  wallOf(zone, at - 2 * hour) - (at - 2 * hour) !== wallOf(zone, at + 2 * hour) - (at + 2 * hour);

/** The first instant at which somebody else is on call here, of five weeks. */
function firstDifference({ read, at, there, zone }: Case): object | null {
  const [schedule] = fitOrganisation(read, 'Others').schedules;
  if (schedule === undefined) return { refused: read.schedules[0]?.notes };
  const duties = dutiesHere(schedule, { from: at, to: at + 5 * week });
  for (let when = Math.ceil(at / step) * step; when < at + 5 * week; when += step) {
    if (isNearChange(zone, when)) continue;
    const here = duties.find(({ from, to }) => from <= when && when < to)?.people ?? [];
    const expected = [...new Set(there(when))].toSorted();
    if (here.join() !== expected.join()) return { zone, at: iso(at), when: iso(when), expected, here };
  }
  return null;
}

describe('a schedule that can’t be one here', () => {
  const users = answer('/users?x', { users: people.map((id) => ({ id, email: `${id}@example.org`, name: id, role: 'user' })) });
  const layer = (n: number, more: object = {}) => ({
    name: `Layer ${n}`,
    start: '2026-01-05T09:00:00Z',
    rotation_virtual_start: '2026-01-05T09:00:00Z',
    rotation_turn_length_seconds: 604_800,
    users: [{ user: { id: 'ana' } }],
    restrictions: [],
    ...more,
  });
  const schedule = (id: string, layers: readonly object[]) =>
    answer(`/schedules/${id}`, { schedule: { id, name: id, time_zone: 'UTC', schedule_layers: layers } });

  it('is refused by name, and those beside it move in', () => {
    const read = readers.pagerduty(
      [
        users,
        schedule(
          'MANY',
          numbersTo(11).map((n) => layer(n)),
        ),
        schedule('LONG', [layer(0, { users: numbersTo(51).map((n) => ({ user: { id: people[n % 5] } })) })]),
        schedule('YEARS', [layer(0, { rotation_turn_length_seconds: 100 * 604_800 })]),
        schedule('GOOD', [layer(0)]),
      ],
      Date.parse('2026-11-26T12:00:00Z'),
    );
    expect(fitOrganisation(read, 'Others').schedules.map(({ id }) => id)).toEqual(['GOOD']);
    expect(read.schedules.filter(({ isUnreadable }) => isUnreadable).map(({ id }) => id)).toEqual(['MANY', 'LONG', 'YEARS']);
    expect(read.remarks.map(({ rule, about }) => `${about}: ${rule}`)).toEqual([
      'MANY: schedule with more than 10 rotations, refused',
      'LONG: schedule with more than 50 turns, refused',
      'YEARS: schedule with turns that are too long, refused',
    ]);
  });

  it('has the first of more overrides than there can be, each with whom it takes off, and says so', () => {
    const from = Date.parse('2026-12-01T00:00:00Z');
    const overrides = numbersTo(400).map((n) => ({
      id: `o${n}`,
      start: iso(from + n * hour),
      end: iso(from + (n + 1) * hour),
      user: { id: people[n % 5] },
    }));
    const read = readers.pagerduty(
      [users, schedule('S', [layer(0)]), answer('/schedules/S/overrides?x', { overrides })],
      Date.parse('2026-11-26T12:00:00Z'),
    );
    expect(read.schedules[0]!.overrides).toHaveLength(500);
    expect(read.remarks).toEqual([{ fate: 'changed', rule: 'only the first overrides ahead', about: 'S' }]);
  });
});

describe('an organisation of chance has on call here whom an own rendering has', () => {
  it.each([
    ['Opsgenie', opsgenieCase],
    ['PagerDuty', pagerdutyCase],
    ['GoAlert', goalertCase],
    ['Grafana OnCall', oncallCase],
  ])('%s', (_, make) => {
    const different = numbersTo(byTier({ short: 8, full: 60, deep: 400 })).flatMap((seed) => {
      const difference = firstDifference(make(seed + 1));
      return difference === null ? [] : [{ seed: seed + 1, ...difference }];
    });
    expect(different.slice(0, 4)).toEqual([]);
  });
});
