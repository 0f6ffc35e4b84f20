import type { CalendarFeedFact } from '@tocsin/contracts/calendar-feeds/noun.js';
import { ana, bo, idOf } from '../../configuration.fixture.js';

export const bosFeedId = idOf('f1');
export const bosFeed: CalendarFeedFact = {
  type: 'CalendarFeedMade',
  data: { feedId: bosFeedId, personId: bo, of: { kind: 'person' }, reminder: 60, keyHash: 'hash-feed' },
};
export const anasFeed: CalendarFeedFact = {
  type: 'CalendarFeedMade',
  data: { feedId: bosFeedId, personId: ana, of: { kind: 'person' }, reminder: 60, keyHash: 'hash-feed' },
};
export const bosFeedChanged: CalendarFeedFact = { type: 'CalendarFeedReminderChanged', data: { feedId: bosFeedId, reminder: null } };
export const bosFeedRevoked: CalendarFeedFact = { type: 'CalendarFeedRevoked', data: { feedId: bosFeedId } };
