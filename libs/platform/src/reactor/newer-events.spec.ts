import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ReadAll, StoredEvent } from '../event-log/event-log.js';
import { NewerEvents } from './newer-events.js';

const createLog = (...ordinals: readonly number[]) => {
  const log = {
    readAll: async ({ after, limit }: ReadAll) =>
      ordinals
        .filter((ordinal) => ordinal > after)
        .slice(0, limit)
        .map((ordinal) => ({ ordinal, token: String(ordinal) }) as StoredEvent),
  };
  const reachedTokens: string[] = [];
  const feed = { waitForToken: async (token: string) => void reachedTokens.push(token) };
  const newer = new NewerEvents({ log, feed, decode: (storedEvent) => partOf<Recorded>({ ordinal: storedEvent.ordinal }) }, []);
  const read = async () => (await newer.read(['SignalReceived'])).map(({ ordinal }) => ordinal);
  return { newer, read, reached: reachedTokens };
};
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe('what stands behind the page that is handled', () => {
  it('is looked at once while the page is handled, when memory has folded it', async () => {
    const { newer, read, reached } = createLog(3, 5, 7);
    newer.beginAfter(4);
    expect([await read(), await read()]).toEqual([[5, 7], []]);
    expect(reached).toEqual(['7']);
  });

  it('is looked at again when the page failed and is handled again: what was looked at before may not have been done', async () => {
    const { newer, read } = createLog(3, 5, 7);
    newer.beginAfter(4);
    await read();
    newer.beginAfter(4);
    expect(await read()).toEqual([5, 7]);
  });

  it('is looked at from the end of the next page on, so that nothing is left out between two', async () => {
    const { newer, read } = createLog(...upTo(4_000));
    newer.beginAfter(10);
    await read();
    newer.beginAfter(20);
    expect((await read())[0]).toBe(21);
  });

  it('is 2,000 events at most, so that the page itself comes to its end', async () => {
    const { newer, read } = createLog(...upTo(4_000));
    newer.beginAfter(0);
    let seenCount = 0;
    for (let some = await read(); some.length > 0; some = await read()) seenCount += some.length;
    expect(seenCount).toBe(2_000);
  });
});
