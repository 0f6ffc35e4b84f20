import { CallSlots } from './call-slots.js';

const slots = (most: number) => {
  const told: string[] = [];
  const all = new CallSlots(most);
  return { told, all, take: (provider: string, id: string) => all.take(provider, id, () => told.push(id)) };
};

describe('calls to one provider', () => {
  it('are so many at once, and those of others are counted apart', () => {
    const { all, take, told } = slots(2);
    expect([take('mail', 'a'), take('mail', 'b'), take('mail', 'c'), take('push', 'd')]).toEqual([true, true, false, true]);
    all.give('d');
    expect(told).toEqual([]);
    all.give('a');
    expect(told).toEqual(['c']);
    expect([take('mail', 'c'), take('mail', 'e')]).toEqual([true, false]);
  });

  it('take their places in the order in which they asked, one for each that is given back', () => {
    const { all, take, told } = slots(1);
    for (const id of ['a', 'b', 'c', 'b']) take('mail', id);
    all.give('a');
    all.give('a');
    expect(told).toEqual(['b']);
    expect(take('mail', 'b')).toBe(true);
    all.give('b');
    expect(told).toEqual(['b', 'c']);
  });

  it('keep the place that they have, and nothing of what has ended', () => {
    const { all, take } = slots(1);
    expect([take('mail', 'a'), take('mail', 'a')]).toEqual([true, true]);
    all.give('a');
    all.give('unknown');
    expect(take('mail', 'b')).toBe(true);
  });
});
