import { drillSearchFrom } from './drill-search.js';
import { labelsOf, nextSundayNight } from './drill-inputs.js';

it('reads labels as they are typed, and leaves out what is none', () => {
  expect(labelsOf('alertname=DiskFull host="db 1", nonsense zone=a')).toEqual({ alertname: 'DiskFull', host: 'db 1', zone: 'a' });
  expect(labelsOf()).toEqual({});
});

it('keeps of an address what it understands', () => {
  expect(drillSearchFrom({ service: 'x', at: 'never', severity: 'loud' })).toEqual({ service: 'x' });
  expect(drillSearchFrom({ at: '2026-11-29T03:00:00+01:00', severity: 'info' })).toEqual({
    at: '2026-11-29T02:00:00.000Z',
    severity: 'info',
  });
});

it('suggests a Sunday night that is still to come', () => {
  const now = Date.parse('2026-11-25T10:00:00.000Z');
  const at = new Date(nextSundayNight(now));
  expect([at.getDay(), at.getHours(), at.getTime() > now]).toEqual([0, 3, true]);
  expect(Date.parse(nextSundayNight(at.getTime()))).toBeGreaterThan(at.getTime());
});
