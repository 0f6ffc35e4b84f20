import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { evolveOnce, factMetaOf, type StreamsOf } from '@tocsin/kernel/decide/decider.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Notes of a length that the command gives, one stream for each name. */
const notes = {
  category: 'notes',
  initial: 0,
  streamId: { Note: ({ name }: { readonly name: string }) => name },
  decide: { Note: (data: object) => [{ type: 'Noted', data }] },
  evolve: { Noted: (count: number) => count + 1 },
};
/** Texts of a list, which memory holds as well. */
const lists = {
  category: 'lists',
  initial: [],
  streamId: { List: ({ name }: { readonly name: string }) => name },
  decide: { List: (data: object) => [{ type: 'Listed', data }] },
  evolve: { Listed: (texts: readonly string[], { text }: { readonly text: string }) => [...texts, text] },
};
const listsView: View<readonly string[]> = {
  name: 'lists',
  hasHistory: false,
  on: {
    Listed: {
      keys: ({ data }: Recorded) => [(data as { name: string }).name],
      row: (row: readonly string[] | undefined, event: Recorded) => evolveOnce(lists, row ?? lists.initial, event, factMetaOf(event)),
    },
  },
};
const streams = notes as unknown as StreamsOf<number>;

/** A log that counts how often each stream is read from its beginning. */
class CountedLog extends MemoryEventLog {
  readonly begun: string[] = [];
  override readStream(...args: Parameters<MemoryEventLog['readStream']>): ReturnType<MemoryEventLog['readStream']> {
    if (args[1] === 0) this.begun.push(args[0]);
    return super.readStream(...args);
  }
}

const startServer = async (cachedCharacters: number) => {
  const log = new CountedLog();
  const domain = { ...toyShop, memory: [...toyShop.memory, listsView], deciders: [...toyShop.deciders, notes as never, lists as never] };
  const server = await ToyServer.start({ log, cachedCharacters, domain });
  let sent = 0;
  const note = (name: string, characters: number) =>
    server.run({ type: 'Note', data: { name, text: 'x'.repeat(characters) } }, actor, idOf((sent += 1)));
  const readCountsOf = (...names: readonly string[]) =>
    names.map((name) => log.begun.filter((stream) => stream === `notes-${name}`).length);
  const list = (name: string, characters: number) =>
    server.run({ type: 'List', data: { name, text: 'x'.repeat(characters) } }, actor, idOf((sent += 1)));
  return { server, note, list, readCountsOf, log };
};

describe('cached states of streams', () => {
  it('are bounded by the size of what they were folded from: large ones push out the oldest, small ones stay', async () => {
    const { server, note, readCountsOf } = await startServer(10_000);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await note(name, 100);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await note(name, 100);
    expect(readCountsOf('a', 'e')).toEqual([1, 1]);
    for (let n = 0; n < 12; n += 1) await note(`large-${n}`, 900);
    await note('a', 100);
    await note('large-11', 900);
    expect(readCountsOf('a', 'large-11')).toEqual([2, 1]);
    expect(await server.runner.readState(streams, 'a')).toBe(3);
    await server.stop();
  });

  it('are not folded again while memory has the same, however many others are longer', async () => {
    const { server, note, list, readCountsOf, log } = await startServer(10_000);
    for (let n = 0; n < 5; n += 1) await list('held', 900);
    for (let n = 0; n < 12; n += 1) await note(`large-${n}`, 900);
    await list('held', 900);
    expect(log.begun.filter((stream) => stream === 'lists-held')).toHaveLength(1);
    expect(await server.runner.readState(lists as unknown as StreamsOf<readonly string[]>, 'held')).toHaveLength(6);
    for (let n = 12; n < 24; n += 1) await note(`large-${n}`, 900);
    server.runner.forget();
    await list('held', 900);
    expect(log.begun.filter((stream) => stream === 'lists-held')).toHaveLength(2);
    expect(readCountsOf('large-0')).toEqual([1]);
    await server.stop();
  });

  it('stay, however long their stream is: it would be folded from its beginning for each command', async () => {
    const { server, note, readCountsOf } = await startServer(10_000);
    for (let n = 0; n < 30; n += 1) await note('long', 900);
    expect(readCountsOf('long')).toEqual([1]);
    expect(await server.runner.readState(streams, 'long')).toBe(30);
    await server.stop();
  });
});
