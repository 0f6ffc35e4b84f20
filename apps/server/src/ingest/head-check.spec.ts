import { HeadCheck } from './head-check.js';

const resolvers = <T>() => {
  const waiters: { resolve: (value: T) => void; reject: (error: Error) => void }[] = [];
  return { waiting: waiters, ask: () => new Promise<T>((resolve, reject) => waiters.push({ resolve, reject })) };
};
const heldCheck = (answerWithin?: number) => {
  const heads = resolvers<{ ordinal: number; token: string }>();
  const feeds = resolvers<void>();
  const atHead = new HeadCheck({ log: { head: heads.ask }, feed: { waitForToken: feeds.ask } }, answerWithin);
  return { heads: heads.waiting, feeds: feeds.waiting, atHead };
};
/** Waits until settled promises have reached their listeners. */
const whenHeard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const head = { ordinal: 1, token: '1' };

describe('whether memory is at the head of the log', () => {
  it('is known once it has come to where the log ended when it was asked', async () => {
    const { heads, feeds, atHead } = heldCheck();
    const answer = atHead.isReached();
    heads[0]!.resolve(head);
    await whenHeard();
    feeds[0]!.resolve();
    expect(await answer).toBe(true);
  });

  it('takes one look for all who ask meanwhile, begun after they asked', async () => {
    const { heads, feeds, atHead } = heldCheck();
    const first = atHead.isReached();
    const otherChecks = Array.from({ length: 1_000 }, () => atHead.isReached());
    expect(heads).toHaveLength(1);
    heads[0]!.resolve(head);
    await whenHeard();
    feeds[0]!.resolve();
    expect(await first).toBe(true);
    await whenHeard();
    expect(heads).toHaveLength(2);
    heads[1]!.resolve(head);
    await whenHeard();
    feeds[1]!.resolve();
    expect(new Set(await Promise.all(otherChecks))).toEqual(new Set([true]));
  });

  it('is not known while memory is behind, and waits no second time until it is there', async () => {
    const { heads, feeds, atHead } = heldCheck(0);
    const answer = atHead.isReached();
    heads[0]!.resolve(head);
    expect(await answer).toBe(false);
    expect([await atHead.isReached(), heads.length]).toEqual([false, 1]);
    feeds[0]!.resolve();
    await whenHeard();
    const secondCheck = atHead.isReached();
    expect(heads).toHaveLength(2);
    heads[1]!.reject(new Error('the log does not answer'));
    expect(await secondCheck).toBe(false);
  });
});
