import { backtestFrom } from './backtest-from.js';

const now = Date.parse('2026-11-25T10:00:00.000Z');

it('begins so many days ago', () => {
  expect(backtestFrom(now, 28)).toBe('2026-10-28T10:00:00.000Z');
});

it('begins after the policy that is changed was there', () => {
  const versions = [{ since: '2026-11-20T10:00:00.000Z' }];
  expect(backtestFrom(now, 28, { versions })).toBe('2026-11-20T10:00:00.001Z');
  expect(backtestFrom(now, 2, { versions })).toBe('2026-11-23T10:00:00.000Z');
});
