import { clock, zoneNamed } from './foreign-zones.js';
import type { LayerDraft } from './organisation.js';
import { onSelectedDays, type Shift } from './oncall-shifts.js';
import { day, hour, week, weekdayOf } from './recurrence.js';
import { restrictionsOf, type WeekWindow } from './turns-there.js';

type Turns = Pick<LayerDraft, 'length' | 'countsCoveredTimeOnly'> & {
  /** Local time of the last handoff, and the slot that it began. */
  readonly anchor: number;
  readonly slot: number;
  readonly slots: LayerDraft['slots'];
  readonly windows: readonly WeekWindow[] | null;
};

/** Between two turns of a longer interval nobody is on call. */
const spread = (groups: LayerDraft['slots'], interval: number): LayerDraft['slots'] =>
  groups.flatMap((group) => [group, ...Array.from({ length: interval - 1 }, () => [])]);

/** Of a shift of whole days or weeks, so many of them in a row; then nobody, until the next turn. Null: they overlap, or end in between. */
function lasting(groups: LayerDraft['slots'], { duration, interval }: Shift, unit: number): LayerDraft['slots'] | null {
  const count = duration / unit;
  if (!Number.isInteger(count) || count > interval) return null;
  return groups.flatMap((group) => Array.from({ length: interval }, (_, n) => (n < count ? group : [])));
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const windowsOn = (weekdays: readonly number[], { start, duration }: Shift): readonly WeekWindow[] =>
  weekdays.map((weekday) => ({ from: weekday * day + (start % day), length: duration }));

function weekly(shift: Shift, groups: LayerDraft['slots'], wall: number): Turns | null {
  const isLong = shift.weekdays === null && shift.duration >= week;
  const slots = isLong ? lasting(groups, shift, week) : spread(groups, shift.interval);
  if (slots === null) return null;
  const { start, weekdays, weekStart } = shift;
  const first = weekdays === null ? start : start - ((weekdayOf(start) - weekStart + 7) % 7) * day;
  const number = Math.max(0, Math.floor((wall - first) / week));
  return {
    length: { unit: 'weeks', count: 1, time: clock(first), weekday: weekdayOf(first) + 1 },
    countsCoveredTimeOnly: false,
    anchor: first + number * week,
    slot: number,
    slots,
    windows: isLong ? null : windowsOn(weekdays ?? [weekdayOf(start)], shift),
  };
}

function daily(shift: Shift, groups: LayerDraft['slots'], wall: number): Turns | null {
  const slots = shift.duration > day ? lasting(groups, shift, day) : spread(groups, shift.interval);
  if (slots === null) return null;
  const number = Math.max(0, Math.floor((wall - shift.start) / day));
  return {
    length: { unit: 'days', count: 1, time: clock(shift.start) },
    countsCoveredTimeOnly: false,
    anchor: shift.start + number * day,
    slot: number,
    slots,
    windows: shift.duration >= day ? null : windowsOn(everyDay, shift),
  };
}

function selectedDays(shift: Shift, slots: LayerDraft['slots'], wall: number): Turns {
  const locals = [...onSelectedDays(shift, Math.max(wall, shift.start + week))].map(({ local }) => local);
  const index = Math.max(
    0,
    locals.findLastIndex((local) => local <= wall),
  );
  const turn = Math.floor(index / shift.interval);
  return {
    length: { unit: 'days', count: shift.interval, time: clock(shift.start) },
    countsCoveredTimeOnly: true,
    anchor: locals[turn * shift.interval] ?? shift.start,
    slot: turn,
    slots,
    windows: windowsOn(shift.weekdays!, shift),
  };
}

function hourly(shift: Shift, slots: LayerDraft['slots'], wall: number): Turns | null {
  const length = shift.interval * hour;
  if (shift.weekdays !== null || shift.duration !== length) return null;
  const number = Math.max(0, Math.floor((wall - shift.start) / length));
  return {
    length: { unit: 'hours', count: shift.interval },
    countsCoveredTimeOnly: false,
    anchor: shift.start + number * length,
    slot: number,
    slots,
    windows: null,
  };
}

/** One slot of all. */
function recurrent(shift: Shift, slots: LayerDraft['slots'], wall: number): Turns | null {
  const isPlain = shift.interval === 1 && shift.duration <= day && shift.monthDays === null;
  if (!isPlain || (shift.frequency !== 'weekly' && shift.frequency !== 'daily')) return null;
  const weekdays = shift.weekdays ?? (shift.frequency === 'daily' ? everyDay : [weekdayOf(shift.start)]);
  const turns = daily(shift, slots, wall);
  return turns && { ...turns, windows: shift.duration === day && weekdays.length === 7 ? null : windowsOn(weekdays, shift) };
}

function turnsOf(shift: Shift, slots: LayerDraft['slots'], wall: number): Turns | null {
  if (shift.months !== null || slots.length === 0) return null;
  if (shift.type === 'recurrent_event') return recurrent(shift, slots, wall);
  if (shift.type !== 'rolling_users') return null;
  if (shift.monthDays !== null || shift.frequency === 'monthly') return null;
  if (shift.frequency === 'hourly') return hourly(shift, slots, wall);
  if (shift.frequency === 'weekly') return weekly(shift, slots, wall);
  return shift.weekdays === null ? daily(shift, slots, wall) : selectedDays(shift, slots, wall);
}

/** Null: no rotation here is like it. */
export function layerOfShift(shift: Shift, at: number, isOnCall: (id: string) => boolean): LayerDraft | null {
  const zone = zoneNamed(shift.timeZone);
  const turns = turnsOf(
    shift,
    shift.groups.map((group) => group.filter(isOnCall)),
    zone.wallAt(at),
  );
  if (turns === null) return null;
  const { slots, slot, anchor, windows, length, countsCoveredTimeOnly } = turns;
  const from = zone.firstAt(shift.start);
  return {
    name: shift.name,
    priority: Math.min(100, shift.rank),
    timeZone: shift.timeZone,
    slots: slots.map((_, n) => slots[(n + slot) % slots.length]!),
    length,
    anchor: zone.firstAt(anchor),
    countsCoveredTimeOnly,
    restrictions: restrictionsOf(windows),
    from: from > at ? from : null,
  };
}
