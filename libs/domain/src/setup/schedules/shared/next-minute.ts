import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { WallClock } from './wall-clock.js';

/** The next time that a clock shows this minute of a day, after an instant. Where clocks skip it, the first instant after. */
export const nextMinuteOfDay = (clock: WallClock, now: string, minute: number): string => {
  const at = toMillis(now);
  const today = clock.date(at);
  const next = [today, today + 1].map((date) => clock.startOf(date, minute / 60)).find((one) => one > at);
  return toInstant(next ?? clock.startOf(today + 2, minute / 60));
};
