import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { Comparison } from './comparison.js';
import type { Lag } from './lags.js';

const second = (n: number): string => new Date(Date.UTC(2026, 10, 21, 3, 0, n)).toISOString();
const event = (at: string, ordinal: number, kind: Actor['kind'] = 'system', commandId = `c${ordinal}`): Recorded => {
  const meta = { at, commandId, actor: { kind, id: 'one', roles: [] } };
  return {
    id: `e${ordinal}`,
    stream: 'order-o1',
    revision: ordinal - 1,
    ordinal,
    type: 'Said',
    v: 1,
    data: {},
    meta,
  } as unknown as Recorded;
};
const lag =
  (lagFields: Partial<Lag> = {}): (() => Lag) =>
  () => ({ sum: 0, overtakenSince: null, sharedSince: null, waitedIn: [], ...lagFields });
const sharedOption = { shares: 'phone' };

describe('the comparison of what was with what would be', () => {
  it('finds nothing where both say the same at the same instants', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(1), 1), 'a');
    comparison.addEvent('would', event(second(1), 1), 'a');
    expect([...comparison.divergences(lag())]).toEqual([]);
  });

  it('compares by the time of the log, which a clock that is set back does not take back', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(9), 1), 'a');
    comparison.addEvent('would', event(second(9), 1), 'a');
    comparison.addEvent('was', event(second(3), 2), 'b');
    comparison.addEvent('would', event(second(9), 2), 'b');
    expect([...comparison.divergences(lag())]).toEqual([]);
  });

  it.each([
    ['no further than that: it follows from that, and is late', 12, 'late'],
    ['further: that is a change', 13, 'change'],
  ] as const)('finds what a stream decides after what is shared was moved by five seconds, moved %s', (_, at, because) => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(7), 2), 'a');
    comparison.addEvent('would', event(second(10), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(at), 2), 'a');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because }]);
  });

  it('compares what is shared by name: two at once may come in either order, and each is moved by itself', () => {
    const comparison = new Comparison(0);
    const mail = { shares: 'mail' };
    comparison.addEvent('was', event(second(5), 1), 'mailed', mail);
    comparison.addEvent('was', event(second(10), 2), 'called', sharedOption);
    comparison.addEvent('was', event(second(17), 3), 'a');
    comparison.addEvent('would', event(second(5), 1), 'called', sharedOption);
    comparison.addEvent('would', event(second(5), 2), 'mailed', mail);
    comparison.addEvent('would', event(second(12), 3), 'a');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because: 'late' }]);
  });

  it('takes for a change another thing at the same instant, whatever became of what is shared', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(10), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(12), 2), 'a');
    comparison.addEvent('would', event(second(12), 2), 'b');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because: 'change' }]);
  });

  it('takes for a change what begins at the instant at which the shared difference does', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(7), 1), 'a');
    comparison.addEvent('was', event(second(10), 2), 'sent', sharedOption);
    comparison.addEvent('would', event(second(5), 1), 'a');
    comparison.addEvent('would', event(second(5), 2), 'sent', sharedOption);
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because: 'change' }]);
  });

  it.each([
    ['came from outside before it could have come: late', { kind: 'sender', at: 12 }, 'late'],
    ['came from outside after it would have come: a change', { kind: 'sender', at: 13 }, 'change'],
    ['was decided by itself: a change', { kind: 'system', at: 12 }, 'change'],
  ] as const)('finds another thing instead of what waits five seconds longer for what is shared, which %s', (_, { kind, at }, because) => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(7), 2), 'a');
    comparison.addEvent('would', event(second(10), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(at), 2, kind), 'over');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because }]);
  });

  it('finds that what waited less for what is shared came before what had come from outside: late', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(10), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(11), 2, 'sender'), 'over');
    comparison.addEvent('would', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(7), 2), 'a');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'over' }, because: 'late' }]);
  });

  it.each([
    ['by something from outside, while it waited for what is shared: late', 'sender', 'phone', 'late'],
    ['by something from outside, although it did not wait for that: a change', 'sender', 'mail', 'change'],
    ['by itself: a change', 'system', 'phone', 'change'],
  ] as const)('finds that what was recorded ended %s', (_, kind, queueName, because) => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(15), 2, kind), 'over');
    comparison.addEvent('would', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(9), 2), 'a');
    const found = comparison.divergences(lag({ sharedSince: second(4), waitedIn: [queueName] }));
    expect([...found]).toMatchObject([{ was: { says: 'over' }, because }]);
  });

  it('takes for a change a message that does not come any more, though something from outside came after it', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(9), 2), 'a');
    comparison.addEvent('would', event(second(15), 2, 'sender'), 'over');
    const found = comparison.divergences(lag({ sharedSince: second(4), waitedIn: ['phone'] }));
    expect([...found]).toMatchObject([{ was: { says: 'a' }, because: 'change' }]);
  });

  it.each([
    ['in one decision with what is shared: late', 'turn', 'late'],
    ['in another decision: a change', 'other', 'change'],
  ] as const)('finds another thing at the same instant as what is shared, decided %s', (_, decision, because) => {
    const comparison = new Comparison(0);
    for (const side of ['was', 'would'] as const) {
      comparison.addEvent(side, event(second(7), 1, 'system', decision), `paged ${side}`);
      comparison.addEvent(side, event(second(7), 2, 'system', 'turn'), `picked ${side}`, sharedOption);
    }
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'paged was' }, because }]);
  });

  it('takes for a change what came from outside and does not come any more', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(12), 2, 'person'), 'over');
    comparison.addEvent('would', event(second(10), 1), 'sent', sharedOption);
    comparison.addEvent('would', event(second(13), 2), 'a');
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'over' }, because: 'change' }]);
  });

  it('takes for a change what never comes any more, whatever became of what is shared', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(5), 1), 'sent', sharedOption);
    comparison.addEvent('was', event(second(7), 2), 'a');
    comparison.addEvent('would', event(second(10), 1), 'sent', sharedOption);
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because: 'change' }]);
  });

  it('takes what came before that for a change', () => {
    const comparison = new Comparison(0);
    comparison.addEvent('was', event(second(6), 1), 'a');
    comparison.addEvent('would', event(second(6), 1), 'b');
    comparison.addEvent('was', event(second(7), 2), 'sent', sharedOption);
    comparison.addEvent('would', event(second(7), 2), 'waits', sharedOption);
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ was: { says: 'a' }, because: 'change' }]);
  });

  it('does not explain what a stream decides by itself by what is shared and came out the same', () => {
    const comparison = new Comparison(0);
    for (const side of ['was', 'would'] as const) {
      comparison.addEvent(side, event(second(5), 1), 'sent', sharedOption);
      comparison.addEvent(side, event(second(6), 2), side);
    }
    expect([...comparison.divergences(lag({ sharedSince: second(4) }))]).toMatchObject([{ because: 'change' }]);
  });

  it('keeps only the names of streams that differ in memory, and reads what differs one by one', () => {
    const [put, read] = [new Map<string, unknown>(), [] as string[]];
    const store = {
      put: (key: string, value: unknown) => void put.set(key, structuredClone(value)),
      get: (key: string) => (read.push(key), structuredClone(put.get(key))),
    };
    const comparison = new Comparison(0, { store, capacity: 10 });
    const eventOf = (stream: string, n: number) => ({ ...event(second(1), n), stream });
    const names = Array.from({ length: 1_000 }, (_, n) => `order-${String(n).padStart(4, '0')}`);
    for (const [n, stream] of names.entries()) {
      comparison.addEvent('was', eventOf(stream, n), 'a');
      comparison.addEvent('would', eventOf(stream, n), n % 2 === 0 ? 'a' : 'b');
    }
    const differingNames = names.filter((_, n) => n % 2 === 1);
    expect([...put.keys()].filter((key) => differingNames.includes(key.slice('compared '.length)))).toHaveLength(
      differingNames.length - 10,
    );
    // a later entry of a pair that is stored
    comparison.addEvent('was', eventOf(differingNames[0]!, 2_000), 'c', { shares: 'phone' });
    // one that was completed, and is reported once more
    comparison.addEvent('would', eventOf(names[0]!, 2_001), 'd');
    read.length = 0;
    const found = comparison.divergences(lag())[Symbol.iterator]();
    expect(found.next().value).toMatchObject({ stream: names[0], was: undefined, would: { says: 'd' } });
    expect(found.next().value).toMatchObject({ stream: differingNames[0], was: { says: 'a' }, would: { says: 'b' } });
    expect(read.length).toBeLessThanOrEqual(2);
    expect([...comparison.divergences(lag())].map(({ stream }) => stream)).toEqual([names[0], ...differingNames]);
  });
});
