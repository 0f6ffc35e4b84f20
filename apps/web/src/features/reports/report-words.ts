import type { Names } from '../../data/words/names.js';
import type { Anchor, Measure } from '@tocsin/contracts/reports/measures.js';
import { contactKinds, contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { measureWords } from '@tocsin/contracts/reports/measures.js';
import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { formatTime } from '../../data/time/times.js';
import { placeName, timeName } from '../../data/time/zone-times.js';

export const anchorWords: Record<Anchor, string> = {
  received: 'alert received',
  opened: 'opened',
  could_page: 'fired',
  paged: 'paged',
  notified: 'page accepted by a provider',
  acknowledged: 'acknowledged by a person',
  escalated: 'step 2 taken',
  resolved: 'resolved',
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** An unknown kind is shown as the log records it. */
export const channelName = (channel: string): string => {
  const kind = contactKinds.find((one) => one === channel);
  return kind ? capital(contactTraits[kind].word) : channel;
};

export const measureName = ({ name, from, to, hours, urgency }: Measure): string =>
  measureWords[name] ??
  `${capital(pointWords(from))} to ${pointWords(to)}${hours === 'working' ? ', working hours' : ''}${urgency ? `, ${urgency} urgency` : ''}`;

const pointWords = ({ anchor, occurrence }: Measure['from']): string => `${occurrence} ${anchorWords[anchor]}`;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const hourName = (hour: number): string => `${weekdays[Math.floor(hour / 24)]} ${String(hour % 24).padStart(2, '0')}:00`;

/** `37.5 h`, as payroll counts. */
export const hoursWords = (milliseconds: number): string =>
  `${(milliseconds / 3_600_000).toLocaleString('en', { maximumFractionDigits: 1 })} h`;

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** `3 Feb 2027` for `2027-02-03`. */
export const dateName = (date: string): string => dateText(date, day);

export const dateText = (date: string, parts: Intl.DateTimeFormatOptions): string =>
  formatTime(new Date(`${date}T00:00:00.000Z`), { ...parts, timeZone: 'UTC' });

/** `3 Feb 2027 – 2 Mar 2027, Berlin time`: whole days; with times where it begins or ends within one. `to` is exclusive. */
export function rangeName({ from, to, zone }: Pick<ReportOrder, 'from' | 'to' | 'zone'>): string {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  const on = (at: number): string => formatTime(new Date(at), { ...day, timeZone: zone });
  // compared with the day before: where the clock skips midnight, a day begins at one o’clock
  const isWhole = [first, end].every((at) => on(at - 1) !== on(at));
  if (!isWhole) return `${on(first)} ${timeName(first, zone)} – ${on(end)} ${timeName(end, zone)}, ${placeName(zone)} time`;
  const [one, last] = [on(first), on(end - 1)];
  return `${one === last ? one : `${one} – ${last}`}, ${placeName(zone)} time`;
}

export const daysWords = (days: number): string => plural(days, 'day');

/** The service of a line; null: none. */
export const serviceLabel = (id: string | null, names: Pick<Names, 'service'>): string => (id === null ? 'No service' : names.service(id));
