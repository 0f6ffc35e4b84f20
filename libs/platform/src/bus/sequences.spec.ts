import type { Actor } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';

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
  sequence: ([fact]) => fact?.data.counter,
  decide: {
    TakeNumber: (data, hasNumber, { reads }) =>
      hasNumber ? [] : [{ type: 'NumberTaken', data: { ...data, number: (reads.numbers.get(data.counter) ?? 0) + 1 } }],
  },
  evolve: { NumberTaken: () => true },
};

const numbers: View<number> = {
  name: 'numbers',
  past: false,
  on: { NumberTaken: { keys: ({ data }) => [(data as Table).counter], row: (_row, { data }) => (data as Fact['data']).number } },
};

const reads = (memory: MemoryRows) => ({ ...(toyShop.reads(memory) as object), numbers: memory.rows('numbers') });
const domain = { ...toyShop, deciders: [...toyShop.deciders, tables], memory: [...toyShop.memory, numbers], reads };

const take = (server: ToyServer, n: number, counter: string) =>
  server.run({ type: 'TakeNumber', data: { id: `t${n}`, counter } }, actor, `01900000-0000-7000-8000-0000000000${n + 10}`);

it('decisions that go on with one another’s are made one after the other, however many are asked for at once', async () => {
  const server = await ToyServer.start({ domain });
  await Promise.all(Array.from({ length: 20 }, (_, n) => take(server, n, n % 4 === 0 ? 'bar' : 'till')));
  const taken = (await server.events()).flatMap(({ type, data }) => (type === 'NumberTaken' ? [data as Fact['data']] : []));
  const at = (counter: string) => taken.filter((one) => one.counter === counter).map(({ number }) => number);
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
  const written = (await server.events()).filter(({ type }) => type === 'NumberTaken');
  expect(written.map(({ data }) => (data as Fact['data']).number)).toEqual([1]);
  await server.stop();
});

it('the next waits until memory has what one wrote whose answer was lost', async () => {
  const log = new MemoryEventLog();
  const [append, follow] = [log.append.bind(log), log.follow.bind(log)];
  let goOn = (): void => {};
  const behind = new Promise<void>((resolve) => (goOn = resolve));
  log.follow = (after, take, ...rest) => follow(after, (events) => behind.then(() => take(events)), ...rest);
  let calls = 0;
  log.append = async (...batch) => {
    calls += 1;
    const appended = await append(...batch);
    if (calls === 1) throw new LogUnavailable('unknown', 'no answer');
    return appended;
  };
  const server = await ToyServer.start({ domain, log });
  const both = Promise.all([take(server, 1, 'till'), take(server, 2, 'till')]);
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
  goOn();
  expect((await both).map(({ kind }) => kind)).toEqual(['known', 'done']);
  const written = (await server.events()).filter(({ type }) => type === 'NumberTaken');
  expect(written.map(({ data }) => (data as Fact['data']).number)).toEqual([1, 2]);
  await server.stop();
});

describe('memory that stands still', () => {
  const turns = async (): Promise<void> => {
    for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Another server has written to the stream of t1; here nothing is delivered. Its clock is moved by the test. */
  const standing = async () => {
    const log = new MemoryEventLog();
    const other = await ToyServer.start({ domain, log, node: 'other' });
    log.follow = () => ({ position: 0, stop: async () => {} });
    let now = 0;
    const alarms = new Set<{ readonly at: number; readonly call: () => void }>();
    const monotonic: MonotonicClock = {
      ...systemMonotonicClock,
      now: () => now,
      after: (ms, call) => {
        const alarm = { at: now + ms, call };
        alarms.add(alarm);
        return () => void alarms.delete(alarm);
      },
    };
    const server = await ToyServer.start({ domain, log, monotonic });
    await take(other, 1, 'till');
    await other.stop();
    const pass = async (ms: number): Promise<void> => {
      await turns();
      now += ms;
      for (const alarm of [...alarms].filter(({ at }) => at <= now)) if (alarms.delete(alarm)) alarm.call();
      await turns();
    };
    return { server, pass };
  };
  const again = (server: ToyServer, by: Actor = actor) =>
    server.run({ type: 'TakeNumber', data: { id: 't1', counter: 'till' } }, by, '01900000-0000-7000-8000-000000000099');

  it('keeps a command no longer than commands are taken while it is behind', async () => {
    const { server, pass } = await standing();
    const first = again(server).catch((error: unknown) => error);
    await pass(limits.memoryBehind);
    expect(await first).toMatchObject({ outcome: 'not_applied', message: 'memory is too far behind the log' });
    await server.stop();
  });

  it('lets a command by page link be decided with the memory there is', async () => {
    const { server, pass } = await standing();
    const acknowledged = again(server, { ...actor, via: 'link:push' });
    await pass(limits.memoryBehind);
    expect((await acknowledged).kind).toBe('nothing');
    await server.stop();
  });

  it('ends what waits for it when it stops', async () => {
    const { server } = await standing();
    const waiting = again(server).catch((error: unknown) => error);
    await turns();
    await server.feed.stop();
    expect(await waiting).toBeInstanceOf(LogUnavailable);
    await server.stop();
  });

  it('is waited for also where the stream was read without a command', async () => {
    const { server, pass } = await standing();
    await server.runner.state(tables, 't1');
    const first = again(server).catch((error: unknown) => error);
    await pass(limits.memoryBehind);
    expect(await first).toBeInstanceOf(LogUnavailable);
    await server.stop();
  });
});
