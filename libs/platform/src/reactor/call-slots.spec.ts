import { CallSlots } from './call-slots.js';

const slots = (most: number) => {
  const called: string[] = [];
  const gone = new Set<string>();
  const all = new CallSlots(most);
  const take = (provider: string, id: string): boolean => {
    const isTaken = all.take([provider], id);
    if (!isTaken) all.wait([provider], id, () => !gone.has(id) && called.push(id) > 0);
    return isTaken;
  };
  return { called, gone, all, take };
};

describe('calls to one provider', () => {
  it('are so many at once, and those of others are counted apart', () => {
    const { all, take, called } = slots(2);
    expect([take('mail', 'a'), take('mail', 'b'), take('mail', 'c'), take('push', 'd')]).toEqual([true, true, false, true]);
    expect([all.free(['mail']), all.free(['push']), all.free(['others'])]).toEqual([0, 1, 2]);
    all.give('d');
    expect(called).toEqual([]);
    all.give('a');
    expect(called).toEqual(['c']);
    expect([take('mail', 'c'), take('mail', 'e')]).toEqual([true, false]);
  });

  it('take their places in the order in which they asked, one for each that is given back', () => {
    const { all, take, called } = slots(1);
    for (const id of ['a', 'b', 'c', 'b']) take('mail', id);
    all.give('a');
    all.give('a');
    expect(called).toEqual(['b']);
    expect(take('mail', 'b')).toBe(true);
    all.give('b');
    expect(called).toEqual(['b', 'c']);
  });

  it('are not held up by one before them that needs its place no more', () => {
    const { all, take, called, gone } = slots(1);
    for (const id of ['a', 'b', 'c', 'd']) take('mail', id);
    gone.add('b').add('c');
    all.give('a');
    expect(called).toEqual(['d']);
  });

  it('keep the place that they have, and nothing of what has ended', () => {
    const { all, take } = slots(1);
    expect([take('mail', 'a'), take('mail', 'a')]).toEqual([true, true]);
    all.give('a');
    all.give('unknown');
    expect(take('mail', 'b')).toBe(true);
  });
});
