import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { AppendConflict, LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import { appendTries } from '../event-log/append-tries.js';
import { TooManyConflicts } from './command-runner.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };

interface Table {
  readonly id: string;
  readonly counter: string;
}
interface Reads {
  readonly numbers: Rows<number>;
}
type Fact = { readonly type: 'NumberTaken'; readonly data: Table & { readonly number: number } };

/** Each table takes a number from a shared counter: the one after the last in memory, whichever table has that. */
const tables: Decider<boolean, { type: 'TakeNumber'; data: Table }, Fact, Reads> = {
  category: 'table',
  initial: false,
  streamId: { TakeNumber: ({ id }) => id },
  sequenceOf: ([fact]) => fact?.data.counter,
  decide: {
    TakeNumber: (data, hasNumber, { reads }) =>
      hasNumber ? [] : [{ type: 'NumberTaken', data: { ...data, number: (reads.numbers.get(data.counter) ?? 0) + 1 } }],
  },
  evolve: { NumberTaken: () => true },
};

const numbers: View<number> = {
  name: 'numbers',
  hasHistory: false,
  on: { NumberTaken: { keys: ({ data }) => [(data as Table).counter], row: (_row, { data }) => (data as Fact['data']).number } },
};

const reads = (memory: MemoryRows) => ({ ...(toyShop.reads(memory) as object), numbers: memory.rows('numbers') });
const domain = { ...toyShop, deciders: [...toyShop.deciders, tables], memory: [...toyShop.memory, numbers], reads };

const take = (server: ToyServer, n: number, counter: string) =>
  server.run({ type: 'TakeNumber', data: { id: `t${n}`, counter } }, actor, `01900000-0000-7000-8000-0000000000${n + 10}`);

it('decisions that go on with one another’s are made one after the other, however many are asked for at once', async () => {
  const server = await ToyServer.start({ domain });
  await Promise.all(Array.from({ length: 20 }, (_, n) => take(server, n, n % 4 === 0 ? 'bar' : 'till')));
  const takenNumbers = (await server.events()).flatMap(({ type, data }) => (type === 'NumberTaken' ? [data as Fact['data']] : []));
  const at = (counter: string) => takenNumbers.filter((one) => one.counter === counter).map(({ number }) => number);
  expect(at('till')).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  expect(at('bar')).toEqual([1, 2, 3, 4, 5]);
  await server.stop();
});

it('one that fails lets the next go on', async () => {
  const server = await ToyServer.start({ domain });
  const { log } = server;
  const append = log.append.bind(log);
  let calls = 0;
  log.append = (...batch) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new TypeError('nobody can write this')) : append(...batch);
  };
  const [first, second] = await Promise.allSettled([take(server, 1, 'till'), take(server, 2, 'till')]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  const writtenNumbers = (await server.events()).filter(({ type }) => type === 'NumberTaken');
  expect(writtenNumbers.map(({ data }) => (data as Fact['data']).number)).toEqual([1]);
  await server.stop();
});

it('the next waits until memory has what one wrote whose answer was lost', async () => {
  const log = new MemoryEventLog();
  const [append, follow] = [log.append.bind(log), log.follow.bind(log)];
  let goOn = (): void => {};
  const behind = new Promise<void>((resolve) => (goOn = resolve));
  log.follow = (after, handler, ...rest) => follow(after, (events) => behind.then(() => handler(events)), ...rest);
  let calls = 0;
  log.append = async (...batch) => {
    calls += 1;
    const result = await append(...batch);
    if (calls === 1) throw new LogUnavailable('unknown', 'no answer');
    return result;
  };
  const server = await ToyServer.start({ domain, log });
  const both = Promise.all([take(server, 1, 'till'), take(server, 2, 'till')]);
  // by then all that does not wait for memory is done
  for (let n = 0; n < 50; n += 1) await new Promise(setImmediate);
  goOn();
  expect((await both).map(({ kind }) => kind)).toEqual(['known', 'done']);
  const takenNumbers = (await server.events()).filter(({ type }) => type === 'NumberTaken');
  expect(takenNumbers.map(({ data }) => (data as Fact['data']).number)).toEqual([1, 2]);
  await server.stop();
});

it('a decision to whose stream others keep writing is given up after so many tries, to be sent again', async () => {
  const server = await ToyServer.start({ domain });
  let tries = 0;
  server.log.append = (stream, expected) => {
    tries += 1;
    return Promise.reject(new AppendConflict(stream, expected, 7));
  };
  await expect(take(server, 1, 'till')).rejects.toThrow(TooManyConflicts);
  expect(tries).toBe(appendTries);
  await server.stop();
});
