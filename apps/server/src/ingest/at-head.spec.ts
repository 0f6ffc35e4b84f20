import { AtHead } from './at-head.js';

const resolvers = <T>() => {
  const waiting: { resolve: (value: T) => void; reject: (error: Error) => void }[] = [];
  return { waiting, ask: () => new Promise<T>((resolve, reject) => waiting.push({ resolve, reject })) };
};
const held = (answerWithin?: number) => {
  const heads = resolvers<{ ordinal: number; token: string }>();
  const feeds = resolvers<void>();
  const atHead = new AtHead({ log: { head: heads.ask }, feed: { reached: feeds.ask } }, answerWithin);
  return { heads: heads.waiting, feeds: feeds.waiting, atHead };
};
/** Waits until settled promises have reached their listeners. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const head = { ordinal: 1, token: '1' };

describe('whether memory is at the head of the log', () => {
  it('is known once it has come to where the log ended when it was asked', async () => {
    const { heads, feeds, atHead } = held();
    const answer = atHead.isReached();
    heads[0]!.resolve(head);
    await heard();
    feeds[0]!.resolve();
    expect(await answer).toBe(true);
  });

  it('takes one look for all who ask meanwhile, begun after they asked', async () => {
    const { heads, feeds, atHead } = held();
    const first = atHead.isReached();
    const others = Array.from({ length: 1_000 }, () => atHead.isReached());
    expect(heads).toHaveLength(1);
    heads[0]!.resolve(head);
    await heard();
    feeds[0]!.resolve();
    expect(await first).toBe(true);
    await heard();
    expect(heads).toHaveLength(2);
    heads[1]!.resolve(head);
    await heard();
    feeds[1]!.resolve();
    expect(new Set(await Promise.all(others))).toEqual(new Set([true]));
  });

  it('is not known while memory is behind, and waits no second time until it is there', async () => {
    const { heads, feeds, atHead } = held(0);
    const answer = atHead.isReached();
    heads[0]!.resolve(head);
    expect(await answer).toBe(false);
    expect([await atHead.isReached(), heads.length]).toEqual([false, 1]);
    feeds[0]!.resolve();
    await heard();
    const again = atHead.isReached();
    expect(heads).toHaveLength(2);
    heads[1]!.reject(new Error('the log does not answer'));
    expect(await again).toBe(false);
  });
});
