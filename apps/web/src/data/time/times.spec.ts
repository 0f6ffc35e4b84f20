import {
  age,
  atTime,
  clockTime,
  countdown,
  dayAndTime,
  minutesInWords,
  span,
  wholeTime,
  formatTimeLeft,
  writeTimesAs,
  relative,
} from './times.js';

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
  expect([40 * s, 89 * s, 3 * min + 45 * s].map(formatTimeLeft)).toEqual(['40 s', '89 s', '4 min']);
});

it('a time inside a sentence has its preposition', () => {
  const at = '2026-11-21T14:05:09.000Z';
  const from = (millis: number) => atTime(at, Date.parse(at) - millis).replace(/\d\d:\d\d/, '00:00');
  expect([h / 2, 30 * h, 30 * 24 * h].map(from)).toEqual(['at 00:00', 'on Sat at 00:00', 'on 21 Nov at 00:00']);
});

it('minutes are said as hours where they are', () => expect([5, 60, 90].map(minutesInWords)).toEqual(['5 min', '1 h', '1 h 30 min']));

it('every time is written by the clock of its reader', () => {
  const [at, now] = ['2026-11-21T14:05:09.000Z', Date.parse('2026-11-21T15:00:00.000Z')];
  const all = () => [
    clockTime(at, now),
    clockTime(at, now, true),
    clockTime(at, now + 3 * 24 * h),
    dayAndTime(at),
    wholeTime(at).split(' · ')[0],
  ];
  const twentyFour = all();
  expect(writeTimesAs('12h')).toBe(true);
  expect(writeTimesAs('12h')).toBe(false);
  for (const words of all()) expect(words).toMatch(/\d:\d\d(:\d\d)? [ap]m/);
  expect(writeTimesAs(undefined)).toBe(true);
  expect(all()).toEqual(twentyFour);
  for (const words of twentyFour) expect(words).toMatch(/\d\d:\d\d/);
});

it('says how far a moment is, before it and after it', () => {
  expect([-3 * 86_400_000, -60_000, 0, 5_000, 7_200_000].map(relative)).toEqual(['in 3 d', 'in 1 min', 'now', '5 s ago', '2 h ago']);
});
