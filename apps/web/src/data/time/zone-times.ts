import { formatTime } from './times.js';

const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** `Mon 23 Nov`, in a zone. */
export const dayName = (at: number, timeZone: string): string =>
  formatTime(new Date(at), { weekday: 'short', day: 'numeric', month: 'short', timeZone }).replace(',', '');

/** `09:00`, in a zone. */
export const timeName = (at: number, timeZone: string): string => formatTime(new Date(at), { ...clock, timeZone });

/** `Mon 09:00` within six days of now, else `Mon 7 Dec 09:00`; in a zone. */
export function momentName(at: number, timeZone: string, now: number): string {
  const isNear = Math.abs(at - now) < 6 * 86_400_000;
  const day = isNear ? formatTime(new Date(at), { weekday: 'short', timeZone }) : dayName(at, timeZone);
  return `${day} ${timeName(at, timeZone)}`;
}

/** `Sat 28 Nov 09:00 – 17:00`, with the second day where it is another. */
export function stretchName(from: number, to: number, timeZone: string): string {
  const [first, last] = [dayName(from, timeZone), dayName(to, timeZone)];
  return `${first} ${timeName(from, timeZone)} – ${first === last ? '' : `${last} `}${timeName(to, timeZone)}`;
}

/** `Berlin` for `Europe/Berlin`. */
export const placeName = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
