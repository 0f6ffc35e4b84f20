import { addMillis } from '@tocsin/kernel/time.js';
import { afterAnswer, afterStart, closedBreaker, mayCall, type AccountVerdict, type Breaker } from './breaker.js';

const begin = '2026-11-21T03:12:00.000Z';
const at = (seconds: number): string => addMillis(begin, seconds * 1_000);
const answers = (...all: readonly (readonly [second: number, verdict: AccountVerdict, to: string])[]): Breaker =>
  all.reduce((breaker, [second, verdict, to]) => afterAnswer(breaker, verdict, to, at(second)), closedBreaker);
const fiveFail = ['a', 'b', 'c', 'd', 'e'].map((to, n) => [n, 'fails', to] as const);

describe('an account', () => {
  it('is left alone at once when its credentials are refused', () => {
    expect(answers([0, 'refused', 'a'])).toMatchObject({ openSince: at(0) });
  });

  it('is left alone after five destinations failed within a minute', () => {
    expect(answers(...fiveFail.slice(0, 4)).openSince).toBeNull();
    expect(answers(...fiveFail)).toMatchObject({ openSince: at(4) });
  });

  it.each([
    ['of one destination', fiveFail.map(([n]) => [n, 'fails', 'a'] as const)],
    ['further apart', fiveFail.map(([n, , to]) => [n * 16, 'fails', to] as const)],
    ['with a success between them', [...fiveFail.slice(0, 3), [3, 'works', 'f'] as const, ...fiveFail.slice(3)]],
    ['that mean one number alone', fiveFail.map(([n, , to]) => [n, 'nothing', to] as const)],
  ])('is used after failures %s', (_, all) => expect(answers(...all).openSince).toBeNull());

  it('is tried once every 30 s, and used again after a success', () => {
    const open = answers([0, 'refused', 'a']);
    expect([mayCall(open, at(29)), mayCall(open, at(30))]).toEqual([false, true]);
    const tried = afterStart(open, at(30));
    expect([mayCall(tried, at(31)), mayCall(tried, at(60))]).toEqual([false, true]);
    expect(afterAnswer(tried, 'fails', 'b', at(32))).toMatchObject({ openSince: at(0), tryAt: at(62) });
    expect(afterAnswer(tried, 'works', 'b', at(32))).toEqual(closedBreaker);
  });
});
