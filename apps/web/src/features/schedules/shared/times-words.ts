import type { WeeklyHours } from '@tocsin/contracts/hours.js';
import { placeName } from '../../../data/time/zone-times.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { weekdayNames } from '../../../data/time/weekdays.js';

type TimesOfWeek = LayerSetting['restrictions'][number];

/** `Mon–Fri`, `Sat, Sun`, `every day`. */
export function weekdayWords(weekdays: readonly number[]): string {
  const days = [...new Set(weekdays)].toSorted((one, other) => one - other);
  if (days.length === 0 || days.length === 7) return 'every day';
  const short = (day: number) => weekdayNames[day - 1]!.slice(0, 3);
  const isRun = days.length > 2 && days.every((day, n) => day === days[0]! + n);
  return isRun ? `${short(days[0]!)}–${short(days.at(-1)!)}` : days.map(short).join(', ');
}

/** `Mon–Fri 09:00–17:00`. */
export const timesOfWeekWords = ({ weekdays, times }: TimesOfWeek): string =>
  `${weekdayWords(weekdays)}${times ? ` ${times.from}–${times.to}` : ', all day'}`;

/** `Mon–Fri 09:00–17:00 (Berlin)` */
export const weeklyHoursWords = ({ times, timeZone }: WeeklyHours): string =>
  `${times.map(timesOfWeekWords).join(' and ')} (${placeName(timeZone)})`;
