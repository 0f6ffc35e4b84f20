import type { Fields } from '../answers.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { readers } from '../readers.js';
import {
  answer,
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
  zones,
  type Case,
  type Rendering,
} from './chance.fixture.js';

export function pagerdutyCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), toMillis(chance(moments))];
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
    const acting = overrides.find(({ start, end }) => toMillis(start) <= when && when < toMillis(end));
    if (acting !== undefined) return [acting.user.id];
    const wall = wallOf(zone, when);
    for (const layer of layers) {
      if (when < toMillis(layer.start) || when >= toMillis(layer.end ?? '2100-01-01T00:00:00Z')) continue;
      const windows = (layer.restrictions as Fields[]).flatMap((one) => {
        const [hours = 0, minutes = 0] = String(one['start_time_of_day']).split(':').map(Number);
        const days = one['type'] === 'daily_restriction' ? numbersTo(7) : [Number(one['start_day_of_week']) - 1];
        return days.map((n) => ({ from: n * day + hours * hour + minutes * minute, length: Number(one['duration_seconds']) * 1_000 }));
      });
      if (!isOpen(layer.restrictions.length === 0 ? null : windows, wall)) continue;
      const number = Math.floor(
        (wall - wallOf(zone, toMillis(layer.rotation_virtual_start))) / (layer.rotation_turn_length_seconds * 1_000),
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
