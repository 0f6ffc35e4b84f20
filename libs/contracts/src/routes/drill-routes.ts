import { acceptedAnswer, computedRefusals, okAnswer, type Route } from './route.js';

/** Simulations: nothing is stored or sent. */
export const drillRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/drills',
    room: 'views',
    says: 'Who would be notified of a signal on a service at a moment, when, and by which contact method, from the current configuration. Nothing is written or sent. It assumes that no one acknowledges and that every provider accepts every message. A moment in the past counts as now.',
    permission: 'everything.read',
    body: 'DrillRequest',
    answers: okAnswer('The escalation, step by step.', 'DrillAnswer'),
    refusals: [...computedRefusals, 'request.invalid', 'service.not_found', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/drills/policies',
    room: 'views',
    says: 'Whom a critical alert would reach by each policy that came from another system or whose services rehearse: by what, and after how many minutes, as if its services were live. Nothing is written or sent. A moment in the past counts as now.',
    permission: 'everything.read',
    body: 'PolicyDrillsRequest',
    answers: okAnswer('A drill of each policy: at most 500, and the number of further ones.', 'PolicyDrillsAnswer'),
    refusals: [...computedRefusals, 'request.invalid', 'permission.denied'],
  },
  {
    method: 'POST',
    path: '/api/drills/coverage',
    room: 'views',
    says: 'Start checking every service for periods in the next four weeks in which a critical signal would notify no one in its escalation policy. If a check is running, it continues.',
    permission: 'everything.read',
    answers: acceptedAnswer('The check was started.', 'CoverageAnswer'),
    refusals: ['permission.denied'],
  },
  {
    method: 'GET',
    path: '/api/drills/coverage',
    room: 'views',
    says: 'The progress and the results of the last check: at most 500 periods, and the number of further ones.',
    permission: 'everything.read',
    answers: okAnswer('The check.', 'CoverageAnswer'),
    refusals: ['permission.denied'],
  },
];
