import { WorkQueue } from './work-queue.js';

const minute = 60_000;
const createQueue = () => new WorkQueue<{ person: string; n: number }>({ perMinute: 20_000, ofPerson: 3, waiting: 5 });

describe('whose question is computed next', () => {
  it('is that of whoever had the least computed recently, and of one person the first; one of each at a time', () => {
    const queue = createQueue();
    for (const job of [
      { person: 'ana', n: 1 },
      { person: 'ana', n: 2 },
      { person: 'bo', n: 1 },
    ])
      expect(queue.add(job, 0)).toBeNull();
    const first = queue.take(0)!;
    expect(first).toEqual({ person: 'ana', n: 1 });
    expect(queue.take(0)).toEqual({ person: 'bo', n: 1 });
    expect(queue.take(0)).toBeUndefined();
    queue.finish(first, 3_000, 0);
    queue.add({ person: 'cy', n: 1 }, 0);
    expect([queue.take(0), queue.take(0)]).toEqual([
      { person: 'cy', n: 1 },
      { person: 'ana', n: 2 },
    ]);
  });

  it('is refused when the work of a minute is used up, by whatever was asked, for as long as it takes to run off', () => {
    const queue = createQueue();
    const ana = { person: 'ana', n: 1 };
    queue.add(ana, 0);
    queue.finish(queue.take(0)!, 30_000, 0);
    expect(queue.add(ana, 0)).toEqual({ kind: 'budget', seconds: 31 });
    expect(queue.add({ person: 'bo', n: 1 }, 0)).toBeNull();
    expect(queue.add(ana, 29_000)).toEqual({ kind: 'budget', seconds: 2 });
    expect(queue.add(ana, 31_000)).toBeNull();
    queue.finish(queue.take(31_000)!, 0, 31_000);
    expect(queue.add(ana, 3 * minute)).toBeNull();
  });

  it('is refused when too many of one person, or of all, wait', () => {
    const queue = createQueue();
    const add = (person: string) => queue.add({ person, n: 1 }, 0);
    expect(['ana', 'ana', 'ana', 'ana'].map(add)).toEqual([null, null, null, { kind: 'queue' }]);
    expect(['bo', 'bo', 'bo'].map(add)).toEqual([null, null, { kind: 'queue' }]);
    expect(queue.clear()).toHaveLength(5);
    expect(queue.take(0)).toBeUndefined();
  });
});
