import { inUnit } from './turn-length.js';

it('keeps the handoff time where there is one', () => {
  const days = inUnit({ unit: 'weeks', count: 2, time: '08:30', weekday: 3 }, 'days');
  expect(days).toEqual({ unit: 'days', count: 1, time: '08:30' });
  expect(inUnit(days, 'months')).toEqual({ unit: 'months', count: 1, time: '08:30', day: 1 });
});

it('has a usual handoff time after hours, which have none', () =>
  expect(inUnit(inUnit({ unit: 'days', count: 1, time: '07:00' }, 'hours'), 'weeks')).toEqual({
    unit: 'weeks',
    count: 1,
    time: '09:00',
    weekday: 1,
  }));
