import type { events as holidayEvents } from '@tocsin/contracts/holidays/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const holidaySentences: Sentences<keyof typeof holidayEvents> = {
  HolidayCalendarImported: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} imported the holidays of ${data.name}: ${count(data.days.length, 'day')}.`,
  HolidayCalendarRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the holidays of ${data.name}.`,
};
