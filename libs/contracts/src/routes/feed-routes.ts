import { inRoom, okAnswer } from './route.js';

export const feedRoutes = inRoom('views', [
  {
    method: 'GET',
    path: '/feeds/:token.ics',
    says: 'The shifts of a person or a schedule, as iCalendar; as JSON if `Accept` is `application/json`.',
    permission: 'feed_link',
    terms: { rate: 'feeds', cache: 'holder' },
    answers: okAnswer('The recorded shifts of the past days and the computed shifts of the coming months.', 'CalendarFeedAnswer', [
      'text/calendar',
    ]),
    refusals: ['calendar_feed.not_found'],
  },
  {
    method: 'POST',
    path: '/api/calendars/holidays',
    says: 'The holidays in a calendar, as they would be imported. Writes nothing.',
    permission: 'organisation.configure',
    body: 'HolidaysRequest',
    answers: okAnswer('The holidays.', 'HolidaysAnswer'),
    refusals: ['calendar.unreadable', 'outgoing.private_address', 'conflict.one_at_a_time'],
  },
  {
    method: 'POST',
    path: '/api/schedules/:id/calendar',
    says: 'Preview of importing a calendar as overrides: who would be on call, and what is left out and why. Nothing is written.',
    permission: 'service.configure',
    body: 'ShiftsRequest',
    answers: okAnswer('What `ImportOverrides` takes, and how it differs from what is there.', 'ShiftsImportAnswer'),
    refusals: ['schedule.not_found', 'permission.denied', 'calendar.unreadable', 'outgoing.private_address', 'conflict.one_at_a_time'],
  },
]);
