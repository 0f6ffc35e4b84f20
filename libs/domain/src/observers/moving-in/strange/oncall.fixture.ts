import { toMillis } from '@tocsin/kernel/time.js';
import { readers } from '../readers.js';
import {
  answer,
  chanceOf,
  day,
  dayCodes,
  hour,
  iso,
  modulo,
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

/** Turns that last as long as their interval or shorter, of calendar weeks or selected days, on several levels, on the clock of a zone. */
export function oncallCase(seed: number): Case {
  const chance = chanceOf(seed);
  const [zone, at] = [chance(zones), toMillis(chance(moments))];
  const local = (wall: number): string => iso(wall).slice(0, 19);
  const shifts = numbersTo(chance([1, 2, 3])).map((n) => {
    const [frequency, unit] = chance([
      ['weekly', week],
      ['daily', day],
    ] as const);
    const interval = chance([1, 2, 3]);
    const selected = chance([null, null, ['MO', 'TU', 'WE', 'TH', 'FR'], ['SA', 'SU'], ['WE']]);
    return {
      id: `O${n}`,
      name: `Shift ${n}`,
      type: 'rolling_users',
      level: chance([0, 1, 2]),
      start: local(mondayOf(wallOf(zone, at)) - chance([1, 10, 45]) * day + chance(oddTimes)),
      duration: (selected === null ? chance([unit, interval * unit, 8 * hour, 3 * hour]) : chance([day, 8 * hour])) / 1_000,
      frequency,
      interval,
      week_start: chance(['MO', 'SU']),
      by_day: selected,
      time_zone: null,
      rolling_users: numbersTo(chance([1, 2, 3])).map(() => [chance(people)]),
      start_rotation_from_user_index: 0,
    };
  });
  type Shift = (typeof shifts)[number];
  const turnOf = (shift: Shift, wall: number): number | null => {
    const start = toMillis(`${shift.start}Z`);
    const behind = wall - start;
    if (behind < 0) return null;
    if (shift.by_day === null) {
      const unit = shift.interval * (shift.frequency === 'weekly' ? week : day);
      return modulo(behind, unit) < shift.duration * 1_000 ? Math.floor(behind / unit) : null;
    }
    const days = Math.floor(behind / day);
    const begun = start + days * day;
    const isSelected = (when: number): boolean => shift.by_day!.includes(dayCodes[weekdayAt(when)]!);
    if (!isSelected(begun) || wall - begun >= shift.duration * 1_000) return null;
    if (shift.frequency === 'daily')
      return Math.floor((numbersTo(days + 1).filter((n) => isSelected(start + n * day)).length - 1) / shift.interval);
    const offset = shift.week_start === 'SU' ? day : 0;
    const first = mondayOf(start + offset);
    const weeks = Math.round((mondayOf(begun + offset) - first) / week);
    return weeks % shift.interval === 0 ? weeks / shift.interval : null;
  };
  const there: Rendering = (when) => {
    const wall = wallOf(zone, when);
    const onDuty = shifts.flatMap((shift) => {
      const turn = turnOf(shift, wall);
      return turn === null ? [] : [{ level: shift.level, id: shift.rolling_users[turn % shift.rolling_users.length]![0]! }];
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
