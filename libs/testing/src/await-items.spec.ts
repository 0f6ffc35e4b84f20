import { ItemCollector } from './await-items.js';

describe('a list that can be waited on', () => {
  it('has what is there already', async () => {
    const list = new ItemCollector<number>('number');
    list.add(1);
    list.add(2);
    expect(await list.waitFor((n) => n > 1)).toBe(2);
    expect(list.items).toEqual([1, 2]);
  });

  it('has what is still to come, for all who wait', async () => {
    const list = new ItemCollector<number>('number');
    const both = Promise.all([list.waitFor((n) => n === 2), list.waitFor()]);
    list.add(1);
    list.add(2);
    expect(await both).toEqual([2, 1]);
  });

  it('says what it waited for in vain', async () => {
    const list = new ItemCollector<number>('number');
    list.add(1);
    await expect(list.waitFor((n) => n > 1, 10)).rejects.toThrow('No such number within 10 ms; 1 others came.');
  });
});
