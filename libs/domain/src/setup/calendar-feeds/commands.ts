import type { commands as calendarFeedCommands } from '@tocsin/contracts/calendar-feeds/noun.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Messages } from '@tocsin/contracts/message.js';

/** The server adds the hash of the secret in the feed’s address. */
interface MakeCalendarFeed {
  readonly type: 'MakeCalendarFeed';
  readonly data: CommandData<'MakeCalendarFeed'> & { readonly keyHash: string };
}

export type CalendarFeedCommand = Exclude<Messages<typeof calendarFeedCommands>, { type: 'MakeCalendarFeed' }> | MakeCalendarFeed;
