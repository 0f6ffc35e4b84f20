import type { CalendarFeedFact } from '@tocsin/contracts/calendar-feeds.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { CalendarFeedCommand } from './commands.js';

const same = sameFor<CalendarFeedCommand>();

export const inputs: InputsOf<CalendarFeedFact, CalendarFeedCommand> = {
  CalendarFeedMade: ({ personId: _whoAsked, ...data }) => ({ type: 'MakeCalendarFeed', data }),
  CalendarFeedReminderChanged: same('ChangeCalendarFeedReminder'),
  CalendarFeedRevoked: same('RevokeCalendarFeed'),
};
