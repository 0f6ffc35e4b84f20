const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A span in at most two words: `12 s`, `4 min`, `2 h 5 min`, `3 d 4 h`. Never negative. */
export function span(millis: number): string {
  const ms = Math.max(0, millis);
  if (ms < minute) return `${Math.floor(ms / second)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < day) return two(ms, hour, 'h', minute, 'min');
  return two(ms, day, 'd', hour, 'h');
}

function two(ms: number, big: number, bigWord: string, small: number, smallWord: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigWord}${rest > 0 ? ` ${rest} ${smallWord}` : ''}`;
}

/** How long ago, with one word: for lists. `now`, `12 s`, `4 min`, `2 h`, `3 d`. */
export function age(millis: number): string {
  if (millis < 2 * second) return 'now';
  return millis < hour ? span(millis) : millis < day ? `${Math.floor(millis / hour)} h` : `${Math.floor(millis / day)} d`;
}

/** `4 min ago`, `in 3 d`, `now`. */
export const relative = (millis: number): string =>
  millis < -2 * second ? `in ${age(-millis)}` : `${age(millis)}${millis < 2 * second ? '' : ' ago'}`;

/** Time left as a countdown: `0:40`, `4:05`, then words. */
export function countdown(millis: number): string {
  const ms = Math.max(0, millis);
  if (ms >= hour) return span(ms);
  const seconds = Math.ceil(ms / second);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Time left inside a sentence: `40 s`, `5 min`. */
export const formatTimeLeft = (millis: number): string =>
  millis < 90 * second ? `${Math.max(0, Math.ceil(millis / second))} s` : span(millis + 30 * second);

/** Minutes as a person says them: `5 min`, `2 h`, `1 h 30 min`. */
export const minutesInWords = (minutes: number): string => span(minutes * minute);

/** The reader’s choice of 12 or 24 hours. */
let hour12 = false;
export const writeTimesAs = (format: string | undefined): boolean => {
  const before = hour12;
  hour12 = format === '12h';
  return hour12 !== before;
};

export const writes12Hours = (): boolean => hour12;

const formats = new Map<string, Intl.DateTimeFormat>();
/** A time in the reader’s format; in the browser’s zone by default. */
export function formatTime(at: Date, formatOptions: Intl.DateTimeFormatOptions): string {
  const options = { ...formatOptions, hour12 };
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', options);
  formats.set(key, format);
  return format.format(at);
}

const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** `03:12` today, `Fri 03:12` in the last days, `21 Nov 03:12` else; in the zone of the browser. */
export function clockTime(instant: string, now: number, seconds = false): string {
  const at = new Date(instant);
  const name = nameOfDay(at, now);
  return `${name && `${name} `}${formatTime(at, seconds ? { ...clock, second: '2-digit' } : clock)}`;
}

/** `at 03:12` today, `on Fri at 03:12` in the next days: inside a sentence. */
export function atTime(instant: string, now: number): string {
  const at = new Date(instant);
  const name = nameOfDay(at, now);
  return `${name && `on ${name} `}at ${formatTime(at, clock)}`;
}

/** Nothing today, `Fri` in the days around it, `21 Nov` else. */
function nameOfDay(at: Date, now: number): string {
  const sameDay = formatTime(at, { dateStyle: 'short' }) === formatTime(new Date(now), { dateStyle: 'short' });
  if (sameDay) return '';
  return formatTime(at, Math.abs(now - +at) < 6 * day ? { weekday: 'short' } : { day: 'numeric', month: 'short' });
}

/** `Today, Thu 26 Nov`, `Mon 9 Nov`, `Mon 9 Nov 2026`: above the lines of a day. */
export function dayWords(instant: string, now: number): string {
  const at = new Date(instant);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  const words = formatTime(at, { weekday: 'short', day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
  return nameOfDay(at, now) === '' ? `Today, ${words.replace(',', '')}` : words.replace(',', '');
}

/** `03:12:45`, below the heading of its day. */
export const timeOfDay = (instant: string): string => formatTime(new Date(instant), { ...clock, second: '2-digit' });

/** `21 Nov 03:12`, in the browser’s zone: a time inside a sentence, which may be read much later. */
export const dayAndTime = (instant: string): string =>
  formatTime(new Date(instant), { day: 'numeric', month: 'short', ...clock }).replace(',', '');

/** Whole, in my zone and in UTC: for the title of a time. */
export function wholeTime(instant: string): string {
  const at = new Date(instant);
  const mine = formatTime(at, { dateStyle: 'full', timeStyle: 'long' });
  return `${mine} · ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
