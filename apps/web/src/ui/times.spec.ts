import { age, countdown, minutesInWords, span, within } from './times.js';

const s = 1_000;
const min = 60 * s;
const h = 60 * min;

it.each([
  [-5 * s, '0 s'],
  [59 * s, '59 s'],
  [4 * min + 59 * s, '4 min'],
  [2 * h + 5 * min, '2 h 5 min'],
  [3 * h, '3 h'],
  [75 * h, '3 d 3 h'],
])('%i ms is a span of %s', (ms, words) => expect(span(ms)).toBe(words));

it('an age has one word', () => {
  expect([500, 12 * s, 4 * min, 2.5 * h, 75 * h].map(age)).toEqual(['now', '12 s', '4 min', '2 h', '3 d']);
});

it('a countdown shows seconds, is never below zero, and says hours in words', () => {
  expect([-1, 400, 40 * s, 4 * min + 5 * s, 2 * h].map(countdown)).toEqual(['0:00', '0:01', '0:40', '4:05', '2 h']);
});

it('what is left inside a sentence counts seconds at the end and rounds before', () => {
  expect([40 * s, 89 * s, 3 * min + 45 * s].map(within)).toEqual(['40 s', '89 s', '4 min']);
});

it('minutes are said as hours where they are', () => expect([5, 60, 90].map(minutesInWords)).toEqual(['5 min', '1 h', '1 h 30 min']));
