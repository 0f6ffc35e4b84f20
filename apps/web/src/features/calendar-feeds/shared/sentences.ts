import type { events as calendarFeedEvents } from '@tocsin/contracts/calendar-feeds/noun.js';
import { span } from '../../../data/time/times.js';
import type { Sentences } from '../../../data/words/sentence.js';

export const calendarFeedSentences: Sentences<keyof typeof calendarFeedEvents> = {
  CalendarFeedMade: ({ data }, names) =>
    `${names.person(data.personId)} created a calendar feed for ${data.of.kind === 'person' ? 'their shifts' : names.schedule(data.of.scheduleId)}.`,
  CalendarFeedReminderChanged: ({ data, meta }, names) =>
    data.reminder === null
      ? `${names.actor(meta.actor)} switched off the reminders of a calendar feed.`
      : `${names.actor(meta.actor)} set a calendar feed to remind ${span(data.reminder * 60_000)} before a shift.`,
  CalendarFeedRevoked: ({ meta }, names) => `${names.actor(meta.actor)} revoked a calendar feed.`,
};
