import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { walkBack, type EventsQuery } from './event-walk.js';

/** A log that counts reads in each turn of the event loop. */
class CountedLog extends MemoryEventLog {
  readonly turns: { events: number; characters: number }[] = [];
  private isNewTurn = true;

  override async readStream(...args: Parameters<MemoryEventLog['readStream']>) {
    return this.countReads(await super.readStream(...args));
  }
  override async readStreamBack(...args: Parameters<MemoryEventLog['readStreamBack']>) {
    return this.countReads(await super.readStreamBack(...args));
  }
  override async readBack(...args: Parameters<MemoryEventLog['readBack']>) {
    return this.countReads(await super.readBack(...args));
  }

  get most() {
    return {
      events: Math.max(...this.turns.map(({ events }) => events)),
      characters: Math.max(...this.turns.map(({ characters }) => characters)),
    };
  }

  private countReads(read: readonly StoredEvent[]): readonly StoredEvent[] {
    if (this.isNewTurn) {
      this.turns.push({ events: 0, characters: 0 });
      this.isNewTurn = false;
      setImmediate(() => (this.isNewTurn = true));
    }
    const turn = this.turns.at(-1)!;
    turn.events += read.length;
    turn.characters += read.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);
    return read;
  }
}

let log: CountedLog;
beforeEach(() => (log = new CountedLog()));
afterEach(() => log.close());

const appendEvents = async (stream: string, count: number, { type = 'Said', actor = 'ana', data = '{}' } = {}): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await log.append(stream, 'any', [{ id: `${stream}${n}`, type, v: 1, data, meta: JSON.stringify({ actor: { id: actor } }) }]);
  }
};
const noFilters = { stream: undefined, types: undefined, without: undefined, actor: undefined, after: 0 };
const walk = async (partialQuery: Partial<EventsQuery>) => {
  const { events, next } = await walkBack(log, { ...noFilters, before: Number.MAX_SAFE_INTEGER, limit: 50, ...partialQuery });
  return { ordinals: events.map(({ ordinal }) => ordinal), next };
};
/** All pages, to the end. */
const all = async (partialQuery: Partial<EventsQuery>): Promise<readonly number[]> => {
  const foundOrdinals: number[] = [];
  for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
    const page = await walk({ ...partialQuery, before });
    foundOrdinals.push(...page.ordinals);
    before = page.next;
  }
  return foundOrdinals;
};

describe('history, backwards', () => {
  it('of one stream reads no more than it answers, however long the stream is', async () => {
    await appendEvents('inbox-a', 3_000);
    expect(await walk({ stream: 'inbox-a', limit: 1 })).toEqual({ ordinals: [3_000], next: 3_000 });
    expect(await walk({ stream: 'inbox-a', limit: 2, before: 1_500 })).toEqual({ ordinals: [1_499, 1_498], next: 1_498 });
    expect(log.turns.reduce((sum, { events }) => sum + events, 0)).toBeLessThan(250);
  });

  it('finds its place in a stream that others write between', async () => {
    for (let n = 0; n < 40; n += 1) {
      await appendEvents('a', n % 3);
      await appendEvents('b', 2);
    }
    const ofA = (await log.readStream('a')).map(({ ordinal }) => ordinal).toReversed();
    expect(await all({ stream: 'a', limit: 7 })).toEqual(ofA);
    expect(await walk({ stream: 'a', before: 1 })).toEqual({ ordinals: [], next: null });
    expect(await walk({ stream: 'nowhere' })).toEqual({ ordinals: [], next: null });
  });

  it('by actor and by type looks at a hundred events a turn, and says where to go on', async () => {
    await appendEvents('a', 10, { actor: 'bo', type: 'Rare' });
    await appendEvents('a', 6_000);
    const { ordinals, next } = await walk({ actor: 'bo' });
    expect([ordinals, next]).toEqual([[], 1_011]);
    expect(await all({ actor: 'bo' })).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await all({ types: ['Rare'], actor: 'bo' })).toHaveLength(10);
    expect(await all({ without: ['Said'], limit: 3 })).toHaveLength(10);
    expect(log.most.events).toBe(100);
  });

  it('of large events holds a few at a time, and answers a few', async () => {
    await appendEvents('a', 12, { data: JSON.stringify({ text: 'x'.repeat(600_000) }) });
    const { ordinals, next } = await walk({});
    expect([ordinals, next]).toEqual([[12, 11, 10, 9], 9]);
    expect(await all({ stream: 'a' })).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(log.most.characters).toBeLessThan(2_000_000);
  });

  it('ends at the ordinal after which it was asked for, and reads no further', async () => {
    await appendEvents('a', 300);
    expect(await walk({ after: 298 })).toEqual({ ordinals: [300, 299], next: null });
    expect(await walk({ after: 298, limit: 1 })).toEqual({ ordinals: [300], next: 300 });
    expect(await walk({ after: 298, limit: 2 })).toEqual({ ordinals: [300, 299], next: null });
    expect(await walk({ after: 290, actor: 'bo' })).toEqual({ ordinals: [], next: null });
    expect(await walk({ stream: 'a', after: 298 })).toEqual({ ordinals: [300, 299], next: null });
    expect(log.turns.reduce((sum, { events }) => sum + events, 0)).toBeLessThan(700);
  });

  it('asks what an event says only of those that all else lets through', async () => {
    await appendEvents('a', 5, { actor: 'bo' });
    await appendEvents('a', 200);
    const requests: number[] = [];
    const isMatching = ({ ordinal }: StoredEvent): boolean => requests.push(ordinal) > 0 && ordinal % 2 === 0;
    expect(await walk({ actor: 'bo', text: { decrypted: 0, isMatching } })).toEqual({ ordinals: [4, 2], next: null });
    expect(requests).toEqual([5, 4, 3, 2, 1]);
  });

  it('stops where a search for words has decrypted as much as one answer may, and says where to go on', async () => {
    await appendEvents('a', 1_500);
    const text = { decrypted: 0, isMatching: () => (text.decrypted += 1) < 0 };
    expect(await walk({ text })).toEqual({ ordinals: [], next: 501 });
  });

  it('goes through what an index found, and on from where that stopped looking', async () => {
    await appendEvents('a', 10);
    const pages = [
      { events: await log.readOrdinals([9]), before: 8 },
      { events: [], before: 5 },
      { events: (await log.readOrdinals([2, 4])).toReversed(), before: null },
    ];
    const asked: number[] = [];
    const found = await walkBack(log, { ...noFilters, before: 100, limit: 50 }, async (before) => {
      asked.push(before);
      return pages.shift()!;
    });
    expect([found.events.map(({ ordinal }) => ordinal), found.next, asked]).toEqual([[9, 4, 2], null, [11, 8, 5]]);
  });
});
