import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ReadAll, StoredEvent } from '../event-log/event-log.js';
import { LookAhead } from './look-ahead.js';

const signal = 'SignalReceived';
const routed = 'SignalsRouted';

/** A log that grows by one event each time it is told to, and who looks ahead on it. */
const start = () => {
  const stored: StoredEvent[] = [];
  const clock = { time: 1_000, now: () => clock.time };
  const add = (type: string): void => {
    const ordinal = stored.length + 1;
    stored.push(partOf<StoredEvent>({ ordinal, token: String(ordinal), type }));
  };
  const lookAhead = new LookAhead({
    log: {
      readAll: async ({ after, limit, types }: ReadAll) =>
        stored.filter(({ ordinal, type }) => ordinal > after && types!.includes(type)).slice(0, limit),
    },
    feed: { waitForToken: async () => {} },
    decode: ({ ordinal, type }) => partOf<Recorded>({ ordinal, type }),
    monotonic: clock,
    calledTypes: ['AttemptStarted'],
    gatheredTypes: [signal],
    gathersEvery: 20,
  });
  const look = async (): Promise<readonly number[]> => (await lookAhead.read([signal, routed])).map(({ ordinal }) => ordinal);
  /** Begins a page of so many events like the last one. Returns what begins it again. */
  const beginPage = (count = 1): (() => void) => {
    const page = Array.from({ length: count }, () => partOf<Recorded>({ ordinal: stored.length, type: stored.at(-1)!.type }));
    const begin = (): void => lookAhead.begin(page);
    begin();
    return begin;
  };
  return { clock, add, look, beginPage };
};

describe('what arrives while a page is handled', () => {
  it('is decided together: signals that come one by one are read once in so many milliseconds, in order', async () => {
    const { clock, add, look, beginPage } = start();
    add(signal);
    beginPage();
    const looks: (readonly number[])[] = [];
    for (let n = 0; n < 6; n += 1) {
      add(signal);
      clock.time += 5;
      looks.push(await look());
    }
    expect(looks).toEqual([[], [], [], [2, 3, 4, 5], [], []]);
  });

  it('is read at once where it follows from the page, and where it is a call that was claimed', async () => {
    const { add, look, beginPage } = start();
    add(signal);
    beginPage();
    add(signal);
    add(routed);
    add('AttemptStarted');
    expect(await look()).toEqual([3, 4]);
  });

  it('leaves out no signal that came before what was read of the rest', async () => {
    const { clock, add, look, beginPage } = start();
    add(signal);
    beginPage();
    add(signal);
    add(routed);
    const before = await look();
    add(routed);
    clock.time += 20;
    expect([before, await look()]).toEqual([[3], [2, 4]]);
  });

  it('is read at once behind a long page, which would keep what is urgent waiting', async () => {
    const { add, look, beginPage } = start();
    add(signal);
    beginPage(100);
    add(signal);
    expect(await look()).toEqual([2]);
  });

  it('is read again where the page is handled a second time', async () => {
    const { clock, add, look, beginPage } = start();
    add(routed);
    const begin = beginPage();
    add(signal);
    const before = await look();
    clock.time += 20;
    begin();
    expect([before, await look()]).toEqual([[2], [2]]);
  });
});
