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
const ofType = async (server: ToyServer, wanted: string): Promise<readonly Recorded[]> =>
  (await server.events()).filter(({ type }) => type === wanted);
const retried = async (server: ToyServer, givenUp: readonly Recorded[], n: number): Promise<void> => {
  await server.run(tryAgain(givenUp), actor, idOf(n));
  await server.settled();
};
/** Requires that replaying the log with sound rules gives the same events. */
const faultless = async (server: ToyServer, domain: Domain = poisonedShop): Promise<void> => {
  const { differences, missing } = reenact(domain, await server.events());
  expect([...differences, ...missing]).toEqual([]);
};

let server: ToyServer;
const begun = async (options: Partial<ToyServerOptions> = {}): Promise<ToyServer> => {
  poison.isThere = true;
  server = await ToyServer.start({ domain: poisonedShop, ...options });
  return server;
};
afterEach(() => server.stop());

describe('what was given up and is tried again', () => {
  it('is done under the command id that it would have had, once', async () => {
    await begun();
    await order(server, 'bad1', 1);
    await server.settled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = false;
    await retried(server, givenUp, 2);
    const [declined] = await ofType(server, 'Declined');
    const [ordered] = await ofType(server, 'Ordered');
    expect(declined!.meta).toMatchObject({ causationId: ordered!.id, correlationId: ordered!.meta.correlationId });
    await retried(server, givenUp, 3);
    expect(await ofType(server, 'Declined')).toHaveLength(1);
    expect(await ofType(server, 'GivenUp')).toHaveLength(1);
    await faultless(server);
  });

  it('that fails again is a fact again, each time', async () => {
    await begun();
    await order(server, 'bad1', 1);
    await server.settled();
    await retried(server, await ofType(server, 'GivenUp'), 2);
    const [first, second] = await ofType(server, 'GivenUp');
    expect(second!.data).toEqual(first!.data);
    await retried(server, [second!], 3);
    expect(await ofType(server, 'GivenUp')).toHaveLength(3);
  });

  it('is a timer that rings', async () => {
    await begun();
    await order(server, 'badly', 1);
    await server.advanceTo('2026-11-21T03:20:00.000Z');
    const timers = async () => (await ofType(server, 'GivenUp')).filter(({ data }) => (data as Failure).kind === 'timer');
    await retried(server, await timers(), 2);
    expect(await timers()).toHaveLength(2);
    poison.isThere = false;
    await retried(server, (await timers()).slice(1), 3);
    const [dropped] = await ofType(server, 'Dropped');
    expect(dropped).toMatchObject({ stream: 'order-badly', meta: { commandId: ((await timers())[0]!.data as Failure).commandId } });
    await faultless(server);
  });

  it('is left alone where something simpler was done in its place', async () => {
    await begun();
    await server.record('cups', [{ type: 'CupSold', data: { bad: true } }], actor, idOf(1));
    await server.settled();
    poison.isThere = false;
    await retried(server, await ofType(server, 'GivenUp'), 2);
    expect(await ofType(server, 'Counted')).toEqual([]);
    expect(await ofType(server, 'CountedPlainly')).toHaveLength(1);
  });

  it('is a run of one event that nothing simpler could be done about', async () => {
    const gatherings = poisonedShop.gatherings.map(({ instead: _, ...gathering }) => gathering);
    await begun({ domain: { ...poisonedShop, gatherings } });
    await server.record('cups', [{ type: 'CupSold', data: { bad: true } }], actor, idOf(1));
    await server.settled();
    const givenUp = await ofType(server, 'GivenUp');
    await retried(server, givenUp, 2);
    expect(await ofType(server, 'GivenUp')).toHaveLength(2);
    poison.isThere = false;
    await retried(server, givenUp, 3);
    const [counted] = await ofType(server, 'Counted');
    expect(counted).toMatchObject({ meta: { commandId: (givenUp[0]!.data as Failure).commandId }, data: { from: 0, upTo: 1 } });
    await faultless(server);
  });

  it('is an effect that is begun again with the same event', async () => {
    const printed: string[] = [];
    const domain = shopWithReceipts();
    const print = async ({ id }: Recorded) => {
      printed.push(id);
      return poison.isThere ? ({ kind: 'failed', reason: 'paper is out', retry: false } as const) : undefined;
    };
    await begun({ domain, effects: () => ({ Ordered: print }) });
    await order(server, 'o1', 1);
    await server.settled();
    await retried(server, await ofType(server, 'GivenUp'), 2);
    expect(await ofType(server, 'GivenUp')).toHaveLength(2);
    poison.isThere = false;
    await retried(server, (await ofType(server, 'GivenUp')).slice(1), 3);
    expect((await ofType(server, 'ReceiptEnded')).map(({ data }) => data)).toMatchObject([{ outcome: 'done' }]);
    expect(new Set(printed).size).toBe(1);
    await faultless(server, domain);
  });

  it.each([
    ['is done', false, 'Declined', 8],
    ['fails anew', true, 'GivenUp', 16],
  ])('follows from events that are each read once, though one reading in four fails: what %s', async (_what, isThere, type, many) => {
    const log = new MemoryEventLog();
    await begun({ log });
    for (let n = 1; n <= 8; n += 1) await order(server, `bad${n}`, n);
    await server.settled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = isThere;
    const readings: (readonly number[])[] = [];
    const read = log.readOrdinals.bind(log);
    let asked = 0;
    log.readOrdinals = async (ordinals) => {
      asked += 1;
      // often enough that eight in a row never succeed, but not forever
      if (asked % 4 === 0 && asked < 60) throw new LogUnavailable('not_applied', 'one reading in four fails');
      readings.push(ordinals);
      return read(ordinals);
    };
    await retried(server, givenUp, 20);
    expect(readings).toEqual(givenUp.map(({ data }) => [(data as Failure).ordinal]));
    expect(await ofType(server, type)).toHaveLength(many);
    await faultless(server);
  });

  it('is given up anew where what it followed from can’t be read, and keeps nothing else waiting', async () => {
    const log = new MemoryEventLog();
    await begun({ log });
    await order(server, 'bad1', 1);
    await order(server, 'bad2', 2);
    await server.settled();
    const givenUp = await ofType(server, 'GivenUp');
    poison.isThere = false;
    const damaged = (givenUp[0]!.data as Failure).ordinal!;
    const read = log.readOrdinals.bind(log);
    log.readOrdinals = async (ordinals) =>
      (await read(ordinals)).map((stored) => (stored.ordinal === damaged ? { ...stored, data: '{' } : stored));
    await retried(server, givenUp, 20);
    await order(server, 'o3', 3);
    await server.settled();
    expect((await ofType(server, 'Declined')).map(({ stream }) => stream)).toEqual(['order-bad2']);
    const [, , anew] = await ofType(server, 'GivenUp');
    expect(anew!.data).toEqual({ ...(givenUp[0]!.data as Failure), command: null, reason: 'CodecError in parsedJson' });
    await faultless(server);
  });
});
