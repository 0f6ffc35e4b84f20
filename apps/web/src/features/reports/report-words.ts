import type { Anchor, Measure } from '@tocsin/contracts/report-measures.js';
import { measureWords } from '@tocsin/contracts/report-measures.js';

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

/** `37.5 h`, as payroll counts. */
export const hoursWords = (milliseconds: number): string =>
  `${(milliseconds / 3_600_000).toLocaleString('en', { maximumFractionDigits: 1 })} h`;
