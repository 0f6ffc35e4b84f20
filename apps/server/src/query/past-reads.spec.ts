import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { PastReads } from './past-reads.js';
import { SharedThread } from './shared-thread.js';

const groupId = '01900000-0000-7000-8000-0000000000aa';
const turn = () => new Promise(setImmediate);

/** A server of the cluster profile, whose log answers when it is let. */
const cluster = () => {
  const asked: (() => void)[] = [];
  const readStream = (): Promise<readonly StoredEvent[]> => new Promise((resolve) => asked.push(() => resolve([])));
  const parts = partOf<ServerParts>({ config: { profile: 'cluster', hasOneThread: false }, log: { readStream } });
  return { asked, past: new PastReads(parts, new SharedThread()) };
};
const stays = new AbortController().signal;

describe('films without a thread of their own', () => {
  it('are read one after the other; when more than a few wait, the next is refused', async () => {
    const { asked, past } = cluster();
    const films = Array.from({ length: 5 }, () => past.film({ groupId }, stays));
    expect(() => past.film({ groupId }, stays)).toThrow(expect.objectContaining({ code: 'limit.rate' }));
    for (let n = 1; n <= 5; n += 1) {
      await turn();
      expect(asked).toHaveLength(n);
      asked.at(-1)!();
    }
    expect(await Promise.all(films)).toEqual([null, null, null, null, null]);
  });

  it('are not read once nobody waits for them', async () => {
    const { asked, past } = cluster();
    const left = new AbortController();
    const [first, second] = [past.film({ groupId }, stays), past.film({ groupId }, left.signal)];
    left.abort();
    await expect(second).rejects.toThrow();
    await turn();
    asked[0]!();
    await first;
    await turn();
    expect(asked).toHaveLength(1);
  });
});

it('rows of the past that are folded without a thread share it with films, and end with the server', async () => {
  let pages = 0;
  const readStream = () => Promise.resolve([partOf<StoredEvent>({ ordinal: 1, revision: pages++ })]);
  const parts = partOf<ServerParts>({
    config: { profile: 'cluster', hasOneThread: false },
    log: { readStream },
    decode: () => partOf<Recorded>({ type: 'NothingThatRowsKnow' }),
    redactions: { redact: (event) => (void past.onModuleDestroy(), event) },
  });
  const past = new PastReads(parts, new SharedThread());
  await expect(past.foldRow({ view: 'ladders', id: groupId, before: undefined, upTo: undefined })).rejects.toThrow();
  expect(pages).toBe(1);
});

it('readers of the shared thread rest between pages, and end when they are told to', async () => {
  let pages = 0;
  const left = new AbortController();
  const log = new SharedThread().restful(
    { readStream: () => Promise.resolve([]).finally(() => (pages += 1)), readAll: () => Promise.resolve([]) },
    left.signal,
  );
  await log.readStream('s');
  const resting = log.readStream('s');
  left.abort();
  await expect(resting).rejects.toThrow();
  expect(pages).toBe(1);
});
