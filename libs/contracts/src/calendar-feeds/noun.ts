import { z } from 'zod';
import { id, instant } from '../ids.js';
import * as calendarFeedLimits from './limits.js';
import { command, event, type Messages } from '../message.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

/** Shifts in a feed: its owner’s, or those of one schedule. */
const feedOf = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({ kind: z.literal('schedule'), scheduleId: id }),
]);
export type FeedSubject = z.infer<typeof feedOf>;

/** Minutes before a shift at which the calendar reminds; null: no reminder. */
const reminder = z
  .number()
  .int()
  .min(calendarFeedLimits.feedReminderMinutes.min)
  .max(calendarFeedLimits.feedReminderMinutes.max)
  .nullable();

const about = { feedId: id };

/** Facts of the stream `calendarFeeds`. The secret of an address is never in an event: a keyed hash is. */
export const events = {
  CalendarFeedMade: event(
    1,
    ['access', 'Calendar feed created'],
    'A person created a calendar feed. Anyone with its address can read the shifts.',
    z.object({ ...about, personId: id, of: feedOf, reminder, keyHash: z.string() }),
  ),
  CalendarFeedReminderChanged: event(
    1,
    ['access', 'Calendar feed’s reminder changed'],
    'The reminder of a calendar feed was changed.',
    z.object({ ...about, reminder }),
  ),
  CalendarFeedRevoked: event(
    1,
    ['access', 'Calendar feed revoked'],
    'A calendar feed was revoked: its address no longer works.',
    z.object(about),
  ),
};
export type CalendarFeedFact = Messages<typeof events>;

export const commands = {
  MakeCalendarFeed: command(
    'Create a calendar feed',
    'self.configure',
    z.strictObject({ feedId: id.optional(), of: feedOf, reminder: reminder.default(null) }),
  ),
  ChangeCalendarFeedReminder: command('Change the reminder of a calendar feed', 'self.configure', z.strictObject({ ...about, reminder })),
  RevokeCalendarFeed: command('Revoke a calendar feed', 'self.configure', z.strictObject(about)),
};

export const examples: Examples<typeof commands> = {
  MakeCalendarFeed: { about: 'own thing', body: { of: { kind: 'person' }, reminder: 60 } },
  ChangeCalendarFeedReminder: { about: 'own thing', body: { feedId: ids.other, reminder: 60 }, refusedAs: 'calendar_feed.not_found' },
  RevokeCalendarFeed: { about: 'own thing', body: { feedId: ids.other }, refusedAs: 'calendar_feed.not_found' },
};

export const calendarFeedRow = z.object({
  id,
  personId: id,
  of: feedOf,
  reminder,
  keyHash: z.string(),
  madeAt: instant,
  revoked: z.object({ at: instant, by: z.string() }).nullable(),
});
export type CalendarFeedRow = z.infer<typeof calendarFeedRow>;
export const calendarFeedShown = calendarFeedRow.omit({ keyHash: true });
export type CalendarFeedShown = z.infer<typeof calendarFeedShown>;

/** `GET /feeds/:token.ics` with `Accept: application/json`. */
export const calendarFeedAnswer = z.object({
  name: z.string(),
  from: instant,
  to: instant,
  shifts: z.array(
    z.object({
      /** The same for one shift, however it is moved. */
      uid: z.string(),
      from: instant,
      to: instant,
      title: z.string(),
      personId: id,
      scheduleId: id,
      url: z.string(),
    }),
  ),
});
export type CalendarFeedAnswer = z.infer<typeof calendarFeedAnswer>;

/** Response rows by view name. */
export const views = { calendarFeeds: calendarFeedShown };
