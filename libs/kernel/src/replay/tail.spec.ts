import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Tail } from './tail.js';

const tailOf = (count: number, keeps?: number): { readonly tail: Tail; readonly largest: number } => {
  const tail = new Tail(keeps);
  let largest = 0;
  for (let ordinal = 1; ordinal <= count; ordinal += 1) {
    tail.push({ ordinal } as Recorded);
    tail.forget();
    largest = Math.max(largest, tail.events.length);
  }
  return { tail, largest };
};

describe('the tail of a log', () => {
  it('keeps so many events, and a tenth more at most', () => {
    const { tail, largest } = tailOf(10_000, 100);
    expect(largest).toBe(110);
    expect(tail.events.length).toBeGreaterThanOrEqual(100);
    expect([tail.at(9_901), tail.at(9_800)]).toEqual([{ ordinal: 9_901 }, undefined]);
    expect(tail.after(9_998)).toEqual([{ ordinal: 9_999 }, { ordinal: 10_000 }]);
  });

  it('keeps all of them without a limit', () => {
    expect(tailOf(1_000).tail.events).toHaveLength(1_000);
  });
});
