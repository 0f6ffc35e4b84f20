import { millisBetween, toMillis } from '@tocsin/kernel/time.js';
import { duration } from '@tocsin/contracts/duration.js';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatFor = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formats.set(timeZone, format);
  return format;
};

/** `Sat 21 Nov, 04:12 CET`: for display only, never for decisions. An unknown time zone is shown as UTC. */
export const formatWallClock = (instant: string, timeZone: string): string => {
  const parts = new Map<string, string>();
  try {
    for (const { type, value } of formatFor(timeZone).formatToParts(toMillis(instant))) parts.set(type, value);
  } catch {
    return formatWallClock(instant, 'UTC');
  }
  const get = (name: string): string => parts.get(name) ?? '';
  return `${get('weekday')} ${get('day')} ${get('month')}, ${get('hour')}:${get('minute')} ${get('timeZoneName')}`;
};

/** `just now`, `12 min ago`, `3 h 5 min ago`, `2 days ago`. */
export const formatRelative = (instant: string, now: string): string => {
  const minutes = Math.floor(millisBetween(instant, now) / duration.minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return minutes % 60 === 0 ? `${minutes / 60} h ago` : `${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
  return `${Math.floor(minutes / 1_440)} days ago`;
};
