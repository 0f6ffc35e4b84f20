import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { EffectEnd } from '@tocsin/kernel/react/effects.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { shopWithReceipts } from '@tocsin/testing/toys/toy-effects.js';
import { ToyServer, type ToyServerOptions } from '@tocsin/testing/toys/toy-server.js';
import { LogUnavailable } from '../event-log/event-log.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import type { EffectOutcome } from './effect.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const order = (server: ToyServer, id: string) =>
  server.run({ type: 'Order', data: { id } }, actor, `01900000-0000-7000-8000-00000000${id.padStart(4, '0')}`);
const ofType = async <Data>(server: ToyServer, wantedType: string): Promise<readonly Data[]> =>
  (await server.events()).filter(({ type }) => type === wantedType).map(({ data }) => data as Data);
const endedReceipts = async (server: ToyServer) => (await ofType<EffectEnd>(server, 'ReceiptEnded')).map(({ outcome }) => outcome);

/** A server whose printer records the event it prints for. */
const withPrinter = (
  printed: string[],
  print: (event: Recorded) => Promise<EffectOutcome | void> = () => Promise.resolve(),
  options: Partial<ToyServerOptions> = {},
): Promise<ToyServer> =>
  ToyServer.start({
    domain: shopWithReceipts(),
    effects: () => ({
      Ordered: (event: Recorded) => {
        printed.push(event.id);
        return print(event);
      },
    }),
    ...options,
  });
/** Like a killed process: a hanging effect never ends. */
const neverResolve = () => new Promise<never>(() => {});
const throwFailure = (): never => {
  throw new TypeError('an outcome that can’t be decided');
};
const offline: EffectOutcome = { kind: 'failed', reason: 'paper is out', retry: true };

describe('an effect that is done at least once', () => {
  it('has its outcome on the log, once', async () => {
    const printed: string[] = [];
    const server = await withPrinter(printed);
    await order(server, '1');
    await server.whenSettled();
    const [askingEvent] = await server.events();
    expect(printed).toEqual([askingEvent!.id]);
    expect(await ofType(server, 'ReceiptEnded')).toEqual([
      { about: askingEvent!.id, askedBy: askingEvent!.id, type: 'Ordered', outcome: 'done' },
    ]);
    expect(reenact(shopWithReceipts(), await server.events())).toMatchObject({ differences: [], missing: [] });
    await server.stop();
  });

  it('is begun again with the same event by whoever takes over, where its outcome is not on the log; what has one is not', async () => {
    const printed: string[] = [];
    const killed = await withPrinter(printed, ({ ordinal }) => (ordinal === 1 ? Promise.resolve() : neverResolve()));
    await order(killed, '1');
    await killed.whenSettled();
    await order(killed, '2');
    while (printed.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const { log, clock } = killed;
    const next = await withPrinter(printed, undefined, { log, clock, epoch: 2, node: 'standby' });
    await next.whenSettled();
    expect(printed).toEqual([printed[0], printed[1], printed[1]]);
    expect(await endedReceipts(next)).toEqual(['done', 'done']);
    await next.stop();
  });

  it('is recorded once where two epochs overlap', async () => {
    const printed: string[] = [];
    const released: (() => void)[] = [];
    const waitForRelease = () => new Promise<void>((resolve) => void released.push(resolve));
    const first = await withPrinter(printed, waitForRelease);
    await order(first, '1');
    while (printed.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const { log, clock } = first;
    const second = await withPrinter(printed, waitForRelease, { log, clock, epoch: 2, node: 'standby' });
    while (printed.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const release of released) release();
    await Promise.all([first.whenSettled(), second.whenSettled()]);
    expect(printed).toEqual([printed[0], printed[0]]);
    expect(await endedReceipts(second)).toEqual(['done']);
    expect([...first.errors, ...second.errors]).toEqual([]);
    await first.stop();
    await second.stop();
  });

  it('waits for no place of one that was over before its turn, and is begun in the order in which it was asked for', async () => {
    const printed: string[] = [];
    const released: (() => void)[] = [];
    const waitForRelease = () => new Promise<void>((resolve) => void released.push(resolve));
    const killed = await withPrinter(printed, neverResolve);
    for (const id of ['1', '2', '3', '4']) await order(killed, id);
    while (printed.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const askingEvent = (await killed.events()).filter(({ type }) => type === 'Ordered').map(({ id }) => id);
    printed.length = 0;
    const { log, clock } = killed;
    const next = await withPrinter(printed, waitForRelease, { log, clock, epoch: 2, node: 'standby', callsAtOnce: 1 });
    while (printed.length < 1) await new Promise((resolve) => setImmediate(resolve));
    await next.run(
      { type: 'RecordEnd', data: { about: askingEvent[1], askedBy: askingEvent[1], type: 'Ordered', outcome: 'done' } },
      actor,
      askingEvent[1]!,
    );
    await next.feed.waitForToken((await log.head()).token);
    for (const count of [1, 2, 3]) {
      while (released.length < count) await new Promise((resolve) => setImmediate(resolve));
      released[count - 1]!();
    }
    await next.whenSettled();
    expect(printed).toEqual([askingEvent[0], askingEvent[2], askingEvent[3]]);
    await next.stop();
  });

  it('is not begun when somebody else’s outcome arrived while the asking event was read', async () => {
    const log = new MemoryEventLog();
    const printed: string[] = [];
    const first = await withPrinter(printed, neverResolve, { log });
    await order(first, '1');
    while (printed.length < 1) await new Promise((resolve) => setImmediate(resolve));
    let release = (): void => {};
    const read = log.readOrdinals.bind(log);
    const isAsked = new Promise<void>((resolveAsked) => {
      log.readOrdinals = async (ordinals) => {
        resolveAsked();
        await new Promise<void>((resolve) => (release = resolve));
        return read(ordinals);
      };
    });
    const second = await withPrinter(printed, undefined, { log, clock: first.clock, epoch: 2, node: 'standby' });
    await isAsked;
    const [askingEvent] = await second.events();
    await first.answer(askingEvent!, {
      type: 'RecordEnd',
      data: { about: askingEvent!.id, askedBy: askingEvent!.id, type: 'Ordered', outcome: 'done' },
    });
    await second.feed.waitForToken((await log.head()).token);
    release();
    await second.whenSettled();
    expect(printed).toEqual([askingEvent!.id]);
    await second.stop();
  });

  it('that was asked for before outcomes were recorded is never begun', async () => {
    const printed: string[] = [];
    const old = new ToyServer({ domain: shopWithReceipts() });
    await old.feed.start();
    await order(old, '1');
    await order(old, '2');
    const { log, clock } = old;
    const server = await withPrinter(printed, undefined, { log, clock, domain: shopWithReceipts(1) });
    await server.whenSettled();
    const [, second] = (await server.events()).filter(({ type }) => type === 'Ordered');
    expect(printed).toEqual([second!.id]);
    await server.stop();
    await old.feed.stop();
  });

  it('that nobody needs any more is not done, and that is recorded', async () => {
    const printed: string[] = [];
    const killed = await withPrinter(printed, neverResolve);
    await order(killed, '1');
    while (printed.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const { log, clock } = killed;
    clock.moveTo('2026-11-21T03:22:01.000Z');
    const next = await withPrinter(printed, undefined, { log, clock, epoch: 2 });
    await next.whenSettled();
    expect(printed).toHaveLength(1);
    expect(await endedReceipts(next)).toEqual(['expired']);
    await next.stop();
  });
});

describe('an effect that fails', () => {
  it('rests and is tried again, beside the others', async () => {
    const printed: string[] = [];
    const broken = { is: true };
    const server = await withPrinter(printed, async ({ stream }) => (broken.is && stream === 'order-1' ? offline : undefined));
    await order(server, '1');
    await order(server, '2');
    await server.whenSettled();
    expect(await endedReceipts(server)).toEqual(['done']);
    broken.is = false;
    await server.advanceTo('2026-11-21T03:12:15.000Z');
    expect(printed).toHaveLength(3);
    expect(await endedReceipts(server)).toEqual(['done', 'done']);
    await server.stop();
  });

  it.each([
    ['five times', 5, () => Promise.resolve(offline)],
    ['five times by a fault of its own', 5, () => Promise.reject(new TypeError('a secret'))],
    ['for good', 1, () => Promise.resolve({ ...offline, retry: false })],
  ])('%s is given up: a fact, too', async (_, tries, print) => {
    const printed: string[] = [];
    const server = await withPrinter(printed, print);
    await order(server, '1');
    await server.advanceTo('2026-11-21T03:14:00.000Z');
    expect(printed).toHaveLength(tries);
    const failures = await ofType<Failure>(server, 'GivenUp');
    expect(failures).toMatchObject([{ kind: 'effect', what: 'Ordered', ordinal: 1, stream: `receipt-${printed[0]}` }]);
    expect(JSON.stringify(failures)).not.toContain('secret');
    expect(await endedReceipts(server)).toEqual([]);
    // nothing of it runs again
    const { log, clock } = server;
    await server.stop();
    const next = await withPrinter(printed, print, { log, clock, epoch: 2 });
    await next.whenSettled();
    expect(printed).toHaveLength(tries);
    await next.stop();
  });

  it('is done once, and given up, when what became of it can’t be decided', async () => {
    const printed: string[] = [];
    const shop = shopWithReceipts();
    const deciders = shop.deciders.map((decider) =>
      decider.category === 'receipt' ? { ...decider, decide: { RecordEnd: throwFailure } } : decider,
    );
    const server = await withPrinter(printed, undefined, { domain: { ...shop, deciders } });
    await order(server, '1');
    while ((await ofType<Failure>(server, 'GivenUp')).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.whenSettled();
    expect(printed).toHaveLength(1);
    expect(await ofType<Failure>(server, 'GivenUp')).toMatchObject([
      { kind: 'effect', what: 'Ordered', reason: expect.stringContaining('TypeError') },
    ]);
    await server.stop();
  });

  it('is not done again because the log could not take its outcome', async () => {
    const printed: string[] = [];
    const log = new MemoryEventLog({ wait: () => new Promise((resolve) => setImmediate(resolve)) });
    const append = log.append.bind(log);
    let away = 2;
    log.append = async (stream, expectedRevision, events) => {
      if (stream.startsWith('receipt-') && away > 0) {
        away -= 1;
        throw new LogUnavailable('not_applied', 'the log is away');
      }
      return append(stream, expectedRevision, events);
    };
    const server = await withPrinter(printed, undefined, { log });
    await order(server, '1');
    while ((await endedReceipts(server)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(printed).toHaveLength(1);
    expect(away).toBe(0);
    await server.stop();
  });
});
