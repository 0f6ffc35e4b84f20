import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { outdatedBacktests } from './retention.js';
import type { StoredBacktest } from './stored-backtest.js';

const most = { kept: 4, bytes: 1_000, withoutResult: 2 };

/** The newest first, as `ana 100` or `ana cancelled`. */
const listOf = (...texts: readonly string[]): readonly StoredBacktest[] =>
  texts.map((text, n) => {
    const [by, what] = text.split(' ');
    const bytes = Number(what);
    const state = Number.isNaN(bytes) ? what : 'done';
    return { id: `${texts.length - n}: ${text}`, by, state, order: { bytes: bytes || 0 } } as unknown as StoredBacktest;
  });
const removedOf = (all: readonly StoredBacktest[], added?: string) => outdatedBacktests(all, most, added).map(({ id }) => id);

describe('stored backtests', () => {
  it('are not pushed out by a hundred cancelled ones of another person', () => {
    const cancelled = Array.from({ length: backtestLimits.backtests.kept + 1 }, () => 'eve cancelled');
    const all = listOf(...cancelled, 'ana 100', 'bo 100');
    const removed = outdatedBacktests(all, backtestLimits.backtests, undefined);
    expect(new Set(removed.map(({ by }) => by))).toEqual(new Set(['eve']));
    expect(removed).toHaveLength(cancelled.length - backtestLimits.backtests.withoutResult);
  });

  it('are removed from whoever has the most, the oldest first', () => {
    expect(removedOf(listOf('eve 1', 'eve 1', 'eve 1', 'ana 1', 'bo 1', 'eve 1'))).toEqual(['1: eve 1', '4: eve 1']);
    expect(removedOf(listOf('eve 1', 'ana 1', 'bo 1', 'cy 1'))).toEqual([]);
  });

  it('make room for a new result at the cost of whoever takes up the most', () => {
    const all = listOf('eve 600', 'eve 500', 'ana 100', 'bo 200');
    expect(removedOf(all)).toEqual([]);
    expect(removedOf(all, all[0]!.id)).toEqual(['3: eve 500']);
    const huge = listOf('eve 5000', 'ana 100', 'bo 200');
    expect(removedOf(huge, huge[0]!.id)).toEqual([]);
    // it goes as soon as there is another one
    const later = listOf('bo 100', 'eve 5000', 'ana 100');
    expect(removedOf(later, later[0]!.id)).toEqual(['2: eve 5000']);
  });

  it('that run are never removed', () => {
    expect(removedOf(listOf('eve running', 'eve cancelled', 'eve failed', 'eve cancelled'))).toEqual(['1: eve cancelled']);
  });
});
