import type { LayerSetting, TurnLengthSetting } from '@tocsin/contracts/schedules.js';
import { weekdayNames } from '../../data/time/weekdays.js';

type Restriction = LayerSetting['restrictions'][number];

const units: Record<TurnLengthSetting['unit'], string> = { hours: 'hour', days: 'day', weeks: 'week', months: 'month' };

/** `1 week`, `12 hours`. */
export const lengthWords = ({ count, unit }: Pick<TurnLengthSetting, 'count' | 'unit'>): string =>
  `${count} ${units[unit]}${count === 1 ? '' : 's'}`;

/** `Monday 09:00`, `09:00`, `day 1, 09:00`; empty for hours, which have no handoff time. */
export function handoffWords(length: TurnLengthSetting): string {
  if (length.unit === 'hours') return '';
  if (length.unit === 'weeks') return `${weekdayNames[length.weekday - 1]} ${length.time}`;
  return length.unit === 'months' ? `day ${length.day}, ${length.time}` : length.time;
}

/** `Mon–Fri`, `Sat, Sun`, `every day`. */
export function weekdayWords(weekdays: readonly number[]): string {
  const days = [...new Set(weekdays)].toSorted((one, other) => one - other);
  if (days.length === 0 || days.length === 7) return 'every day';
  const short = (day: number) => weekdayNames[day - 1]!.slice(0, 3);
  const isRun = days.length > 2 && days.every((day, n) => day === days[0]! + n);
  return isRun ? `${short(days[0]!)}–${short(days.at(-1)!)}` : days.map(short).join(', ');
}

/** `Mon–Fri 09:00–17:00`. */
export const restrictionWords = ({ weekdays, times }: Restriction): string =>
  `${weekdayWords(weekdays)}${times ? ` ${times.from}–${times.to}` : ', all day'}`;

/** `Ana, Bo + Cy`; a slot of nobody is left to the layer below. */
export const slotsWords = (slots: LayerSetting['rotation']['slots'], nameOf: (personId: string) => string): string =>
  slots.map(({ people }) => people.map(nameOf).join(' + ') || 'no one').join(', ');

/** A layer as one line of text: for a strip’s label that is read aloud, and for saying what somebody else changed. */
export function layerWords({ rotation, restrictions, priority, timeZone }: LayerSetting, nameOf: (personId: string) => string): string {
  const { slots, length } = rotation;
  const handoff = handoffWords(length);
  const who = slotsWords(slots, nameOf);
  return [
    slots.length === 1 ? `${who} always` : `${who} take turns of ${lengthWords(length)}`,
    slots.length > 1 && handoff && `handing off ${handoff}`,
    restrictions.length > 0 && `only ${restrictions.map(restrictionWords).join(' and ')}`,
    priority !== 0 && `priority ${priority}`,
    timeZone,
  ]
    .filter(Boolean)
    .join(', ');
}
