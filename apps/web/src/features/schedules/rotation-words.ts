import type { LayerSetting, TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import { timesOfWeekWords } from './shared/times-words.js';
import { weekdayNames } from '../../data/time/weekdays.js';

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

/** `Ana, Bo + Cy`; an empty slot is left to the layer below. */
export const slotsWords = (slots: LayerSetting['rotation']['slots'], nameOf: (personId: string) => string): string =>
  slots.map(({ people }) => people.map(nameOf).join(' + ') || 'no one').join(', ');

/** A layer as one line of text: for a strip’s label that is read aloud, and to show changes of others. */
export function layerWords({ rotation, restrictions, priority, timeZone }: LayerSetting, nameOf: (personId: string) => string): string {
  const { slots, length } = rotation;
  const handoff = handoffWords(length);
  const who = slotsWords(slots, nameOf);
  return [
    slots.length === 1 ? `${who} always` : `${who} take turns of ${lengthWords(length)}`,
    slots.length > 1 && handoff && `handing off ${handoff}`,
    restrictions.length > 0 && `only ${restrictions.map(timesOfWeekWords).join(' and ')}`,
    priority !== 0 && `priority ${priority}`,
    timeZone,
  ]
    .filter(Boolean)
    .join(', ');
}
