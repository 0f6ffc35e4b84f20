import { ok, type Route } from './route.js';

export const testRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/test/clock',
    room: 'test',
    says: 'Move the clock, and with it the deadlines of deliveries. Only where TOCSIN_CLOCK is manual.',
    permission: 'manual_clock',
    body: 'ClockRequest',
    example: { advance: 'PT5M' },
    answers: ok('What fell due has been done, in order, deliveries have ended, and the views show it.', 'ClockAnswer'),
    refusals: ['clock.not_manual', 'request.invalid'],
  },
];
