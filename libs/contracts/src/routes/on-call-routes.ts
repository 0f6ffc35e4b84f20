import { limits } from '../limits.js';
import { ok, type Route } from './route.js';

const days = limits.scheduleRange / 86_400_000;
const range = { from: 'An instant.', to: `An instant after it, at most ${days} days.` };

export const onCallRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/on-call',
    room: 'views',
    says: 'Who is on call, and who comes next: in one schedule or in all. Of a past moment: as it was recorded.',
    permission: 'everything.read',
    query: {
      schedule: 'The id of a schedule; absent: all of them.',
      at: 'An instant, past or to come; absent: now.',
      from: 'An instant; with `to` and a schedule: its shifts from then on, too.',
      to: range.to,
    },
    answers: ok('The schedules, by name.', 'OnCallAnswer'),
    refusals: ['schedule.not_found', 'store.views_unavailable'],
  },
  {
    method: 'GET',
    path: '/api/policies/:id/people',
    room: 'views',
    says: 'Whom each step of a policy would page at a moment, and why: by schedules as they stand, teams and persons.',
    permission: 'everything.read',
    query: { at: 'An instant from now on; absent: now.' },
    answers: ok('The steps of its newest version.', 'PolicyPeopleAnswer'),
    refusals: ['policy.not_found'],
  },
  {
    method: 'GET',
    path: '/api/on-call/shifts',
    room: 'views',
    says: 'What a person has ahead, in all schedules.',
    permission: 'everything.read',
    query: { person: 'The id of a person.', ...range },
    answers: ok('Their shifts, in the order of time.', 'PersonShiftsAnswer'),
    refusals: ['person.not_found'],
  },
  {
    method: 'GET',
    path: '/api/schedules/:id/shifts',
    room: 'views',
    says: 'The shifts of a schedule within a range: recorded up to now, computed after it.',
    permission: 'everything.read',
    query: range,
    answers: ok('Shifts, gaps, the layers by themselves, and when the clock is moved.', 'ShiftsAnswer'),
    refusals: ['schedule.not_found', 'store.views_unavailable'],
  },
  {
    method: 'POST',
    path: '/api/schedules/:id/draft',
    room: 'views',
    says: 'What a change of the layers, of overrides or of temporary schedules would come to, against what is saved. Nothing is written. The id may be of no schedule yet.',
    permission: 'everything.read',
    body: 'DraftRequest',
    answers: ok('The shifts as they would be, and what differs.', 'DraftAnswer'),
    refusals: [
      'schedule.zone_unknown',
      'schedule.rotation_of_nobody',
      'schedule.restriction_leaves_nothing',
      'schedule.override_not_found',
      'schedule.override_ends_before',
      'schedule.temporary_not_found',
      'schedule.temporary_shift_outside',
      'store.views_unavailable',
    ],
  },
  {
    method: 'GET',
    path: '/api/schedules/:id/quality',
    room: 'views',
    says: 'What a schedule comes to in the 52 weeks ahead: what is covered, who has how much, and whether that is even by their shares.',
    permission: 'everything.read',
    answers: ok('Coverage, gaps, and the load of each person.', 'QualityAnswer'),
    refusals: ['schedule.not_found'],
  },
  {
    method: 'GET',
    path: '/api/on-call/ahead',
    room: 'views',
    says: 'What is missing in the next four weeks: gaps of schedules, and people on call whom a page of high urgency would not reach.',
    permission: 'everything.read',
    answers: ok('Gaps by schedule, and people by when they come on call.', 'AheadAnswer'),
  },
];
