import type { Fields } from '../answers.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { readers } from '../readers.js';
import {
  answer,
  chanceOf,
  day,
  dayNames,
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

export function opsgenieCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), toMillis(chance(moments))];
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
    const acting = overrides.find(({ startDate, endDate }) => toMillis(startDate) <= when && when < toMillis(endDate));
    if (acting !== undefined && acting.rotations === undefined) return idOf(acting.user);
    const wall = wallOf(zone, when);
    return rotations.flatMap((rotation) => {
      const begin = toMillis(rotation.startDate);
      if (when < begin || when >= toMillis(rotation.endDate ?? '2100-01-01T00:00:00Z')) return [];
      if (!isOpen(windowsOf(rotation.timeRestriction), wall)) return [];
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
