import type { HolidaysAnswer } from '@tocsin/contracts/schedules/calendar-import.js';
import type { Holiday } from '@tocsin/contracts/holidays/noun.js';
import * as holidayLimits from '@tocsin/contracts/holidays/limits.js';
import { dayOf, midnightOf, addMillis } from '@tocsin/kernel/time.js';
import { keyOfEvent } from './reading/event-key.js';
import { cutTo } from '../../ingest/parsing/text.js';
import type { CalendarEvent, CalendarRead } from './parse-calendar.js';

const day = 86_400_000;
const nameCharacters = 80;
const titleCharacters = 120;

/** The days in a calendar of holidays: its all-day events; an event of several days gives each of them. */
export function holidaysIn({ name, events, problems, isCut }: CalendarRead): HolidaysAnswer {
  const all = events.flatMap(daysOf);
  const days = all.slice(0, holidayLimits.holidaysPerCalendar);
  return {
    name: cutTo(name ?? '', nameCharacters) || null,
    days,
    problems: problems.map(({ line, title, problem, detail }) => ({ line, title: cutTo(title, titleCharacters), problem, detail })),
    isCut: isCut || days.length < all.length,
  };
}

function daysOf({ key, title, days }: CalendarEvent): Holiday[] {
  if (days === null) return [];
  const name = cutTo(title, nameCharacters) || 'Holiday';
  const holidays: Holiday[] = [];
  const first = midnightOf(days.first);
  for (
    let at = first;
    (at < midnightOf(days.end) || at === first) && holidays.length < holidayLimits.holidayDays;
    at = addMillis(at, day)
  ) {
    holidays.push({ uid: keyOfEvent(`${key}#${holidays.length}`), date: dayOf(at), name });
  }
  return holidays;
}
