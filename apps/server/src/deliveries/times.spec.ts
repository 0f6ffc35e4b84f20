import { formatRelative, formatWallClock } from './times.js';

const now = '2026-11-21T03:12:00.000Z';

describe('how long ago', () => {
  it.each([
    [now, 'just now'],
    ['2026-11-21T03:11:01.000Z', 'just now'],
    ['2026-11-21T03:12:30.000Z', 'just now'],
    ['2026-11-21T03:11:00.000Z', '1 min ago'],
    ['2026-11-21T02:12:01.000Z', '59 min ago'],
    ['2026-11-21T02:12:00.000Z', '1 h ago'],
    ['2026-11-21T00:07:00.000Z', '3 h 5 min ago'],
    ['2026-11-19T03:12:00.000Z', '2 days ago'],
  ])('%s: %s', (instant, text) => {
    expect(formatRelative(instant, now)).toBe(text);
  });
});

describe('what the clock on the wall says', () => {
  it.each([
    ['Europe/Berlin', now, 'Sat 21 Nov, 04:12 CET'],
    ['Europe/Berlin', '2026-07-01T22:00:00.000Z', 'Thu 2 Jul, 00:00 CEST'],
    ['America/New_York', now, 'Fri 20 Nov, 22:12 GMT-5'],
    ['Asia/Kolkata', now, 'Sat 21 Nov, 08:42 GMT+5:30'],
    ['UTC', now, 'Sat 21 Nov, 03:12 UTC'],
    ['Nowhere/Else', now, 'Sat 21 Nov, 03:12 UTC'],
  ])('in %s', (timeZone, instant, text) => {
    expect(formatWallClock(instant, timeZone)).toBe(text);
  });
});
