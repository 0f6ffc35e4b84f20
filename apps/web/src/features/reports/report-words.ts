import type { Anchor, Measure } from '@tocsin/contracts/report-measures.js';
import { measureWords } from '@tocsin/contracts/report-measures.js';

const second = 1_000;
const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [second, 's'],
] as const;

/** How long something took, in at most two words: `4 min 12 s`. */
export function tookWords(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < second) return `${milliseconds} ms`;
  const index = units.findIndex(([size]) => milliseconds >= size);
  const [size, unit] = units[index]!;
  const next = units[index + 1];
  const rest = next ? Math.floor((milliseconds % size) / next[0]) : 0;
  return `${Math.floor(milliseconds / size)} ${unit}${rest > 0 ? ` ${rest} ${next![1]}` : ''}`;
}

export const anchorWords: Record<Anchor, string> = {
  received: 'signal received',
  opened: 'opened',
  could_page: 'fired',
  paged: 'paged',
  notified: 'page accepted by a provider',
  acknowledged: 'acknowledged by a person',
  escalated: 'step 2 taken',
  resolved: 'resolved',
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const measureName = ({ name, from, to, hours, urgency }: Measure): string =>
  measureWords[name] ??
  `${capital(pointWords(from))} to ${pointWords(to)}${hours === 'working' ? ', working hours' : ''}${urgency ? `, ${urgency} urgency` : ''}`;

const pointWords = ({ anchor, occurrence }: Measure['from']): string => `${occurrence} ${anchorWords[anchor]}`;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const hourName = (hour: number): string => `${weekdays[Math.floor(hour / 24)]} ${String(hour % 24).padStart(2, '0')}:00`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `61 %`; a part of nothing is none. */
export const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part * 100) / whole)} %`;

/** `37.5 h`, as payroll counts. */
export const hoursWords = (milliseconds: number): string =>
  `${(milliseconds / 3_600_000).toLocaleString('en', { maximumFractionDigits: 1 })} h`;
