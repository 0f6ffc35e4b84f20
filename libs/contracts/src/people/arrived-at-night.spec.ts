import { hasArrivedAtNight } from './arrived-at-night.js';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('whether a page has arrived at night', () => {
  it.each([
    ['at three in Berlin', { 2: '2026-11-20' }, 'Europe/Berlin', true],
    ['at noon in Auckland, which is night in Berlin', { 0: '2026-11-20' }, 'Pacific/Auckland', false],
    ['at noon in Auckland, for a reader in Berlin', { 0: '2026-11-20' }, 'Europe/Berlin', true],
    ['at three, but 91 days ago', { 2: '2026-08-21' }, 'Europe/Berlin', false],
    ['in the afternoon, and last year at night', { 14: '2026-11-20', 2: '2025-11-20' }, 'Europe/Berlin', false],
    ['never', {}, 'Europe/Berlin', false],
  ])('%s', (_when, arrived, timeZone, is) => expect(hasArrivedAtNight(arrived, timeZone, now)).toBe(is));
});
