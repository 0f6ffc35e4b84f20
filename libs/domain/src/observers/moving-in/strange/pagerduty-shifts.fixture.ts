import { toMillis } from '@tocsin/kernel/time.js';
import { readers } from '../readers.js';
import {
  answer,
  chanceOf,
  day,
  dayCodes,
  hour,
  instantAt,
  iso,
  moments,
  mondayOf,
  numbersTo,
  oddTimes,
  people,
  wallOf,
  week,
  weekdayAt,
  zones,
  type Case,
  type Rendering,
} from './chance.fixture.js';

/** Shifts (v3): each day or on the same days of each week, whose members take turns or are all on call. */
export function pagerdutyShiftsCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), toMillis(chance(moments))];
  const events = numbersTo(chance([1, 2])).map((n) => {
    const days = chance([null, null, ['MO', 'TU', 'WE', 'TH', 'FR'], ['SA', 'SU'], ['TU', 'SU']]);
    const monday = mondayOf(wallOf(zone, at)) - chance([1, 5, 30]) * week;
    const first = days === null ? monday + chance([0, 3]) * day : monday + dayCodes.indexOf(days[0]!) * day;
    const begin = instantAt(zone, first + chance(oddTimes));
    const length = chance([day, 8 * hour, 13 * hour]);
    const isEvery = chance([false, false, true]);
    return {
      days,
      begin,
      length,
      isEvery,
      row: {
        id: `e${n}`,
        name: `Event ${n}`,
        start_time: { date_time: iso(begin), time_zone: zone },
        end_time: { date_time: iso(begin + length), time_zone: zone },
        recurrence: [days === null ? 'RRULE:FREQ=DAILY' : `RRULE:FREQ=WEEKLY;BYDAY=${days.join(',')}`],
        effective_since: iso(begin),
        effective_until: null,
        assignment_strategy: {
          type: isEvery ? 'every_member_assignment_strategy' : 'rotating_member_assignment_strategy',
          ...(isEvery ? {} : { shifts_per_member: chance([1, 2, 5, days?.length ?? 7]) }),
          members: numbersTo(chance([1, 2, 3])).map(() => ({ type: 'user_member', user_id: chance(people) })),
        },
      },
    };
  });
  const there: Rendering = (when) =>
    events.flatMap(({ days, begin, length, isEvery, row }) => {
      const [wall, start] = [wallOf(zone, when), wallOf(zone, begin)];
      const behind = Math.floor((wall - start) / day);
      const isOn = (n: number): boolean => days === null || days.includes(dayCodes[weekdayAt(start + n * day)]!);
      if (wall < start || !isOn(behind) || wall - start - behind * day >= length) return [];
      const { members, shifts_per_member: many = 1 } = row.assignment_strategy;
      const number = numbersTo(behind + 1).filter(isOn).length - 1;
      return isEvery ? members.map(({ user_id: id }) => id) : [members[Math.floor(number / many) % members.length]!.user_id];
    });
  const read = readers.pagerduty(
    [
      answer('/users?x', { users: people.map((id) => ({ id, email: `${id}@example.org`, name: id, role: 'user' })) }),
      answer('/v3/schedules/S', {
        schedule: { id: 'S', name: 'S', time_zone: zone, rotations: [{ id: 'r', events: events.map(({ row }) => row) }] },
      }),
    ],
    at,
  );
  return { read, at, there, zone };
}
