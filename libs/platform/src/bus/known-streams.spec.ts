import type { Actor } from '@tocsin/contracts/envelope.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const command = { type: 'Note', data: { text: 'again' } };
const [first, second] = ['01900000-0000-7000-8000-0000000000b1', '01900000-0000-7000-8000-0000000000b2'] as const;

/** A decider whose streams are known from memory, so they are never read: every note is appended. */
const notes = {
  category: 'notes',
  isSingle: true as const,
  initial: 0,
  streamId: { Note: () => 'notes' },
  readKnownState: () => ({ revision: 0, state: 1 }),
  decide: { Note: (data: object) => [{ type: 'Noted', data }] },
  evolve: { Noted: (count: number) => count + 1 },
};

it('a command that comes again is known, also where its stream is folded by memory and was forgotten here', async () => {
  const server = await ToyServer.start({ domain: { ...toyShop, deciders: [...toyShop.deciders, notes as never] } });
  await server.record('notes', [{ type: 'Noted', data: { text: 'once' } }], actor, first);
  expect(await server.run(command, actor, first)).toMatchObject({ kind: 'known', revision: 0, token: (await server.log.head()).token });
  expect((await server.run(command, actor, second)).kind).toBe('done');
  server.runner.forget();
  expect((await server.run(command, actor, second)).kind).toBe('known');
  await server.stop();
});

it('of a stream of many only what memory does not know is read', async () => {
  const asked: string[] = [];
  const each = {
    ...notes,
    category: 'note',
    isSingle: undefined,
    streamId: { NoteEach: ({ id }: { readonly id: string }) => id },
    readKnownState: (_reads: unknown, id: string) => {
      asked.push(id);
      return { revision: 1, state: 100 };
    },
    decide: { NoteEach: (_data: object, count: number) => [{ type: 'Noted', data: { text: `${count}` } }] },
  };
  const server = await ToyServer.start({ domain: { ...toyShop, deciders: [...toyShop.deciders, each as never] } });
  for (const text of ['a', 'b', 'c']) await server.record('note-n1', [{ type: 'Noted', data: { text } }], actor, first);
  server.runner.forget();
  const result = await server.run({ type: 'NoteEach', data: { id: 'n1' } }, actor, second);
  expect([asked, result.kind === 'done' ? result.facts[0]!.data : result]).toEqual([['n1'], { text: '101' }]);
  await server.stop();
});
