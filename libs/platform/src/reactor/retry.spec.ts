import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { shopWithReceipts } from '@tocsin/testing/toys/toy-effects.js';
import { poison, poisonedShop, tryAgain } from '@tocsin/testing/toys/toy-poison.js';
import { ToyServer, type ToyServerOptions } from '@tocsin/testing/toys/toy-server.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const idOf = (n: number): string => `01900000-0000-7000-8000-0000000000${n + 10}`;
const order = (server: ToyServer, id: string, n: number) => server.run({ type: 'Order', data: { id } }, actor, idOf(n));
const ofType = async (server: ToyServer, wantedType: string): Promise<readonly Recorded[]> =>
  (await server.events()).filter(({ type }) => type === wantedType);
const retryAbandoned = async (server: ToyServer, givenUp: readonly Recorded[], n: number): Promise<void> => {
  await server.run(tryAgain(givenUp), actor, idOf(n));
  await server.whenSettled();
};
/** Requires that replaying the log with sound rules gives the same events. */
const runFaultless = async (server: ToyServer, domain: Domain = poisonedShop): Promise<void> => {
  const { differences, missing } = reenact(domain, await server.events());
  expect([...differences, ...missing]).toEqual([]);
};

let server: ToyServer;
const begin = async (options: Partial<ToyServerOptions> = {}): Promise<ToyServer> => {
  poison.isThere = true;
  server = await ToyServer.start({ domain: poisonedShop, ...options });
  return server;
};
afterEach(() => server.stop());

describe('what was given up and is tried again', () => {
  it('is done under the command id that it would have had, once', async () => {
    await begin();
    await order(server, 'bad1', 1);
    await server.whenSettled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = false;
    await retryAbandoned(server, givenUp, 2);
    const [declined] = await ofType(server, 'Declined');
    const [ordered] = await ofType(server, 'Ordered');
    expect(declined!.meta).toMatchObject({ causationId: ordered!.id, correlationId: ordered!.meta.correlationId });
    await retryAbandoned(server, givenUp, 3);
    expect(await ofType(server, 'Declined')).toHaveLength(1);
    expect(await ofType(server, 'GivenUp')).toHaveLength(1);
    await runFaultless(server);
  });

  it('that fails again is a fact again, each time', async () => {
    await begin();
    await order(server, 'bad1', 1);
    await server.whenSettled();
    await retryAbandoned(server, await ofType(server, 'GivenUp'), 2);
    const [first, second] = await ofType(server, 'GivenUp');
    expect(second!.data).toEqual(first!.data);
    await retryAbandoned(server, [second!], 3);
    expect(await ofType(server, 'GivenUp')).toHaveLength(3);
  });

  it('is a timer that rings', async () => {
    await begin();
    await order(server, 'badly', 1);
    await server.advanceTo('2026-11-21T03:20:00.000Z');
    const timers = async () => (await ofType(server, 'GivenUp')).filter(({ data }) => (data as Failure).kind === 'timer');
    await retryAbandoned(server, await timers(), 2);
    expect(await timers()).toHaveLength(2);
    poison.isThere = false;
    await retryAbandoned(server, (await timers()).slice(1), 3);
    const [droppedEvents] = await ofType(server, 'Dropped');
    expect(droppedEvents).toMatchObject({ stream: 'order-badly', meta: { commandId: ((await timers())[0]!.data as Failure).commandId } });
    await runFaultless(server);
  });

  it('is left alone where something simpler was done in its place', async () => {
    await begin();
    await server.record('cups', [{ type: 'CupSold', data: { bad: true } }], actor, idOf(1));
    await server.whenSettled();
    poison.isThere = false;
    await retryAbandoned(server, await ofType(server, 'GivenUp'), 2);
    expect(await ofType(server, 'Counted')).toEqual([]);
    expect(await ofType(server, 'CountedPlainly')).toHaveLength(1);
  });

  it('is a run of one event that nothing simpler could be done about', async () => {
    const gatherings = poisonedShop.gatherings.map(({ instead: _, ...gathering }) => gathering);
    await begin({ domain: { ...poisonedShop, gatherings } });
    await server.record('cups', [{ type: 'CupSold', data: { bad: true } }], actor, idOf(1));
    await server.whenSettled();
    const givenUp = await ofType(server, 'GivenUp');
    await retryAbandoned(server, givenUp, 2);
    expect(await ofType(server, 'GivenUp')).toHaveLength(2);
    poison.isThere = false;
    await retryAbandoned(server, givenUp, 3);
    const [counted] = await ofType(server, 'Counted');
    expect(counted).toMatchObject({ meta: { commandId: (givenUp[0]!.data as Failure).commandId }, data: { from: 0, upTo: 1 } });
    await runFaultless(server);
  });

  it('is an effect that is begun again with the same event', async () => {
    const printed: string[] = [];
    const domain = shopWithReceipts();
    const print = async ({ id }: Recorded) => {
      printed.push(id);
      return poison.isThere ? ({ kind: 'failed', reason: 'paper is out', retry: false } as const) : undefined;
    };
    await begin({ domain, effects: () => ({ Ordered: print }) });
    await order(server, 'o1', 1);
    await server.whenSettled();
    await retryAbandoned(server, await ofType(server, 'GivenUp'), 2);
    expect(await ofType(server, 'GivenUp')).toHaveLength(2);
    poison.isThere = false;
    await retryAbandoned(server, (await ofType(server, 'GivenUp')).slice(1), 3);
    expect((await ofType(server, 'ReceiptEnded')).map(({ data }) => data)).toMatchObject([{ outcome: 'done' }]);
    expect(new Set(printed).size).toBe(1);
    await runFaultless(server, domain);
  });

  it.each([
    ['is done', false, 'Declined', 8],
    ['fails anew', true, 'GivenUp', 16],
  ])('follows from events that are each read once, though one reading in four fails: what %s', async (_what, isThere, type, many) => {
    const log = new MemoryEventLog();
    await begin({ log });
    for (let n = 1; n <= 8; n += 1) await order(server, `bad${n}`, n);
    await server.whenSettled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = isThere;
    const readings: (readonly number[])[] = [];
    const read = log.readOrdinals.bind(log);
    let requestCount = 0;
    log.readOrdinals = async (ordinals) => {
      requestCount += 1;
      // often enough that eight in a row never succeed, but not forever
      if (requestCount % 4 === 0 && requestCount < 60) throw new LogUnavailable('not_applied', 'one reading in four fails');
      readings.push(ordinals);
      return read(ordinals);
    };
    await retryAbandoned(server, givenUp, 20);
    expect(readings).toEqual(givenUp.map(({ data }) => [(data as Failure).ordinal]));
    expect(await ofType(server, type)).toHaveLength(many);
    await runFaultless(server);
  });

  it('is given up anew where what it followed from can’t be read, and keeps nothing else waiting', async () => {
    const log = new MemoryEventLog();
    await begin({ log });
    await order(server, 'bad1', 1);
    await order(server, 'bad2', 2);
    await server.whenSettled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = false;
    const damaged = (givenUp[0]!.data as Failure).ordinal!;
    const read = log.readOrdinals.bind(log);
    log.readOrdinals = async (ordinals) =>
      (await read(ordinals)).map((storedEvent) => (storedEvent.ordinal === damaged ? { ...storedEvent, data: '{' } : storedEvent));
    await retryAbandoned(server, givenUp, 20);
    await order(server, 'o3', 3);
    await server.whenSettled();
    expect((await ofType(server, 'Declined')).map(({ stream }) => stream)).toEqual(['order-bad2']);
    const [, , anew] = await ofType(server, 'GivenUp');
    expect(anew!.data).toEqual({ ...(givenUp[0]!.data as Failure), command: null, reason: 'CodecError in parseJson' });
    await runFaultless(server);
  });
});
