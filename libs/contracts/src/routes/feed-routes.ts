import { ok, type Route } from './route.js';

export const feedRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/feeds/:token.ics',
    room: 'views',
    says: 'The shifts of a person or a schedule, as iCalendar; as JSON where `Accept` asks for `application/json`.',
    permission: 'feed_link',
    answers: ok('What was recorded of the last days, and what is computed of the months ahead.', 'CalendarFeedAnswer'),
    refusals: ['calendar_feed.not_found', 'limit.rate'],
  },
];
