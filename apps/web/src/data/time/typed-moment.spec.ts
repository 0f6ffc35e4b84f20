import { readMoment } from './typed-moment.js';

// a Wednesday, 16:30 in Berlin
const known = { now: Date.parse('2026-11-25T15:30:00Z'), zone: 'Europe/Berlin', dayFirst: true, isPast: false, timeOfDay: '09:00' };
const read = (typed: string, change: Partial<typeof known> = {}) => readMoment(typed, { ...known, ...change });

it.each([
  ['tomorrow 9', '2026-11-26T09:00'],
  ['Tomorrow', '2026-11-26T09:00'],
  ['fri', '2026-11-27T09:00'],
  ['fri at 18:30', '2026-11-27T18:30'],
  ['28 mar', '2027-03-28T09:00'],
  ['28 mar 14:30', '2027-03-28T14:30'],
  ['mar 28 2pm', '2027-03-28T14:00'],
  ['28.3. 14:30', '2027-03-28T14:30'],
  ['28/3', '2027-03-28T09:00'],
  ['2026-12-24 17:00', '2026-12-24T17:00'],
  ['sat 28 nov 9am', '2026-11-28T09:00'],
  ['22:15', '2026-11-25T22:15'],
  ['now', '2026-11-25T16:30'],
  ['in 2h', '2026-11-25T18:30'],
  ['2 h', '2026-11-25T18:30'],
  ['90min', '2026-11-25T18:00'],
  ['3d', '2026-11-28T16:30'],
])('reads “%s”', (typed, value) => expect(read(typed)).toBe(value));

it.each(['', 'to', '28', '30 feb', 'fri 25', 'tomorrow 9 17', 'next week'])('reads nothing from “%s”', (typed) =>
  expect(read(typed)).toBeNull(),
);

it.each([
  ['28 mar', '2026-03-28T09:00'],
  ['25 nov', '2026-11-25T09:00'],
  ['fri', '2026-11-20T09:00'],
  ['wed', '2026-11-25T09:00'],
  ['yesterday', '2026-11-24T09:00'],
  ['28 mar 2025', '2025-03-28T09:00'],
  ['3d ago', '2026-11-22T16:30'],
])('reads “%s” as a day that is past', (typed, value) => expect(read(typed, { isPast: true })).toBe(value));

it('reads days and months in the order of the reader', () => expect(read('3/28', { dayFirst: false })).toBe('2027-03-28T09:00'));

it('reads now by the clock of its zone', () => expect(read('now', { zone: 'Asia/Tokyo' })).toBe('2026-11-26T00:30'));
