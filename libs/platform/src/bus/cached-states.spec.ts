import type { Actor } from '@tocsin/contracts/envelope.js';
import type { StreamsOf } from '@tocsin/kernel/decide/decider.js';
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
  const server = await ToyServer.start({ log, cachedCharacters, domain: { ...toyShop, deciders: [...toyShop.deciders, notes as never] } });
  let sent = 0;
  const note = (name: string, characters: number) =>
    server.run({ type: 'Note', data: { name, text: 'x'.repeat(characters) } }, actor, idOf((sent += 1)));
  const readCountsOf = (...names: readonly string[]) =>
    names.map((name) => log.begun.filter((stream) => stream === `notes-${name}`).length);
  return { server, note, readCountsOf };
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

  it('stay, however long their stream is: it would be folded from its beginning for each command', async () => {
    const { server, note, readCountsOf } = await startServer(10_000);
    for (let n = 0; n < 30; n += 1) await note('long', 900);
    expect(readCountsOf('long')).toEqual([1]);
    expect(await server.runner.readState(streams, 'long')).toBe(30);
    await server.stop();
  });
});
