import { accepted, ok, type Route } from './route.js';

/** What would happen, tried out: nothing is written or sent. */
export const drillRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/drills',
    room: 'views',
    says: 'Who would be notified of a signal on a service at a moment, when and by what, from the current configuration. Nothing is written or sent. It assumes that nobody acknowledges and that every provider accepts every message. A moment in the past counts as now.',
    permission: 'everything.read',
    body: 'DrillRequest',
    answers: ok('The escalation, step by step.', 'DrillAnswer'),
    refusals: ['request.invalid', 'service.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/drills/coverage',
    room: 'views',
    says: 'Begins to check every service over the next four weeks for stretches in which a critical signal would notify nobody in its escalation policy. A run that is under way goes on.',
    permission: 'everything.read',
    answers: accepted('It has begun.', 'CoverageAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/drills/coverage',
    room: 'views',
    says: 'How far the last check of every service is, and what it found: at most 500 stretches, and how many there are beside them.',
    permission: 'everything.read',
    answers: ok('The check.', 'CoverageAnswer'),
    refusals: ['permission.denied'],
  },
];
