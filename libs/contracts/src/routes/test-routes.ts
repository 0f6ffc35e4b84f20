import { inRoom, okAnswer } from './route.js';

export const testRoutes = inRoom('test', [
  {
    method: 'POST',
    path: '/test/clock',
    says: 'Advance the clock, and with it the deadlines of deliveries. Only with TOCSIN_CLOCK=manual.',
    permission: 'manual_clock',
    terms: { rate: 'strangers' },
    body: 'ClockRequest',
    example: { advance: 'PT5M' },
    answers: okAnswer('Everything due was done in order, deliveries have ended, and the views are up to date.', 'ClockAnswer'),
    refusals: ['clock.not_manual', 'request.invalid'],
  },
]);
