import type { ForeignAnswer, Fields } from '../answers.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { readers } from '../readers.js';
import {
  chanceOf,
  day,
  hour,
  instantAt,
  isOpen,
  iso,
  minute,
  modulo,
  moments,
  mondayOf,
  numbersTo,
  oddTimes,
  people,
  wallOf,
  week,
  zones,
  type Case,
  type Rendering,
} from './chance.fixture.js';

/** No month lacks its day. */
const startOf = (wall: number): number => (Number(iso(wall).slice(8, 10)) > 28 ? wall - 5 * day : wall);

/** Whole months from one local time to another. */
function monthsBetween(from: number, to: number): number {
  const [[year = 0, month = 0, date = 0] = [], [laterYear = 0, laterMonth = 0, laterDate = 0] = []] = [from, to].map((at) =>
    iso(at).slice(0, 10).split('-').map(Number),
  );
  const months = (laterYear - year) * 12 + laterMonth - month;
  return laterDate < date || (laterDate === date && modulo(to, day) < modulo(from, day)) ? months - 1 : months;
}

export function goalertCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), toMillis(chance(moments))];
  const rotations = numbersTo(chance([1, 2])).map((n) => {
    const users = numbersTo(chance([1, 2, 3])).map(() => chance(people));
    return {
      id: `r${n}`,
      name: `Rotation ${n}`,
      type: chance(['daily', 'weekly', 'monthly']),
      shiftLength: chance([1, 2, 3]),
      start: iso(instantAt(zone, startOf(mondayOf(wallOf(zone, at)) - chance([1, 16, 200, -9]) * day + chance(oddTimes)))),
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
    const own = temporary.find(({ start, end }) => toMillis(start) <= when && when < toMillis(end));
    if (own !== undefined)
      return own.shifts.filter(({ start, end }) => toMillis(start) <= when && when < toMillis(end)).map(({ userID }) => userID);
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
      const begun = wallOf(zone, toMillis(rotation.start));
      const turn = (local: number) =>
        Math.floor(rotation.type === 'monthly' ? monthsBetween(begun, local) / rotation.shiftLength : (local - begun) / length);
      return [rotation.userIDs[modulo(rotation.activeUserIndex + turn(wall) - turn(wallOf(zone, at)), rotation.userIDs.length)]!];
    });
    const acting = overrides.filter(({ start, end }) => toMillis(start) <= when && when < toMillis(end));
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
