import { dateAt, daysFrom, movedBy, periodOf } from './period.js';

const hour = 3_600_000;

it.each([
  ['day', '2026-11-25', 1],
  ['week', '2026-11-25', 7],
  ['two-weeks', '2026-11-25', 14],
  ['month', '2026-11-01', 30],
] as const)('a %s begins where people expect it to', (span, first, count) => {
  const { days } = periodOf(span, '2026-11-25', 'Europe/Berlin');
  expect([days[0]!.date, days.length]).toEqual([first, count]);
});

it('begins at midnight of its zone', () =>
  expect(new Date(periodOf('day', '2026-11-25', 'Asia/Kathmandu').from).toISOString()).toBe('2026-11-24T18:15:00.000Z'));

it('has 23 and 25 hours on the days of a clock change', () => {
  const hours = (date: string) => {
    const { from, to } = periodOf('day', date, 'Europe/Berlin');
    return (to - from) / hour;
  };
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24]);
});

it('moves by what it shows, and months by months', () => {
  expect([movedBy('day', '2026-11-25', 1), movedBy('week', '2026-11-25', -1), movedBy('month', '2026-01-31', 1)]).toEqual([
    '2026-11-26',
    '2026-11-18',
    '2026-02-01',
  ]);
  expect([movedBy('two-weeks', '2026-11-25', 1), movedBy('two-weeks', '2026-11-25', -1)]).toEqual(['2026-12-09', '2026-11-11']);
});

it('counts the days of the agenda from any day', () =>
  expect(daysFrom('2026-12-30', 3, 'UTC').days.map(({ date }) => date)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']));

it('knows the day of an instant by the zone', () => {
  const at = Date.parse('2026-11-24T18:30:00Z');
  expect([dateAt(at, 'Asia/Kathmandu'), dateAt(at, 'UTC')]).toEqual(['2026-11-25', '2026-11-24']);
});
