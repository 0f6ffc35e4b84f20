import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { urgencyOf, openingUrgencyOf } from './alerts.js';

const hours = { timeZone: 'Europe/Berlin', times: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }] };
const service = (more: Partial<ServiceRow>) => ({ urgencyRule: 'support_hours', supportHours: hours, ...more }) as ServiceRow;
const [critical, info] = [[{ severity: 'critical' as const }], [{ severity: 'info' as const }]];
/** A Wednesday in Berlin, in UTC. */
const [atTen, atThree] = ['2026-11-25T09:00:00.000Z', '2026-11-25T02:00:00.000Z'];

describe('urgency by support hours', () => {
  it('goes by severity within them, and is low outside', () => {
    expect([atTen, atThree].map((at) => urgencyOf(critical, service({}), at))).toEqual(['high', 'low']);
    expect([atTen, atThree].map((at) => urgencyOf(info, service({}), at))).toEqual(['low', 'low']);
    expect(urgencyOf(critical, service({}), '2026-11-28T09:00:00.000Z')).toBe('low');
  });

  it('takes what nobody knows for the worst: alerts, hours, or the zone', () => {
    expect(openingUrgencyOf([], service({}), atTen)).toBe('high');
    const { supportHours: _, ...without } = service({});
    expect(urgencyOf(critical, without, atThree)).toBe('high');
    expect(urgencyOf(critical, service({ supportHours: { ...hours, timeZone: 'Nowhere/Here' } }), atThree)).toBe('high');
  });

  it('of other rules does not look at the clock', () => {
    expect(urgencyOf(info, service({ urgencyRule: 'always_high' }), atThree)).toBe('high');
    expect(urgencyOf(critical, service({ urgencyRule: 'always_low' }), atTen)).toBe('low');
    expect(urgencyOf(critical, undefined, atThree)).toBe('high');
  });
});
