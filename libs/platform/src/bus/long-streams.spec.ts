import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const length = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-long-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The turn of the event loop in which each event of a stream is folded. */
const foldedOrdinals: number[] = [];
let turn = 0;
const notes = {
  category: 'notes',
  isSingle: true as const,
  initial: 0,
  streamId: { Note: () => 'notes' },
  decide: { Note: (data: object) => [{ type: 'Noted', data }] },
  evolve: {
    Noted: (count: number) => {
      foldedOrdinals.push(turn);
      return count + 1;
    },
  },
};

it('others have a turn after each thousand events of a stream that is read from the disk', async () => {
  const log = new SqliteEventLog(folder);
  const server = await ToyServer.start({ log, domain: { ...toyShop, deciders: [...toyShop.deciders, notes as never] } });
  for (let from = 0; from < length; from += 500) {
    const some = Array.from({ length: 500 }, (_, n) => ({ type: 'Noted', data: { text: `${from + n}` } }));
    await server.record('notes', some, actor, idOf(from));
  }
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await server.runner.readState(notes, '')).toBe(length);
  isOver = true;
  const inOneTurn = [...new Set(foldedOrdinals)].map((one) => foldedOrdinals.filter((another) => another === one).length);
  expect([foldedOrdinals.length, Math.max(...inOneTurn)]).toEqual([length, 1_000]);
  await server.stop();
  await log.close();
});
