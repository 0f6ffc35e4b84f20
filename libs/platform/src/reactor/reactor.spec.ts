import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { Failure } from '@tocsin/kernel/react/failure.js';
import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { LogUnavailable, type AppendResult, type EventLog, type ExpectedRevision, type NewEvent } from '../event-log/event-log.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import { poisonedShop } from '@tocsin/testing/toys/toy-poison.js';
import { orders, toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { ToyServer, toyStart, type ToyServerOptions } from '@tocsin/testing/toys/toy-server.js';

/** A log that appends facts of one type and never answers. */
class DeafLog extends MemoryEventLog {
  constructor(private readonly type: string) {
    super();
  }

  override async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await super.append(stream, expectedRevision, events);
    if (events.some(({ type }) => type === this.type)) throw new LogUnavailable('unknown', 'the answer was lost');
    return result;
  }
}

/** A log that says where its head is only once it may. */
class SlowHeadLog extends MemoryEventLog {
  private may: Promise<void> | undefined;
  private letAnswer: () => void = () => {};
  asked: Promise<void> | undefined;
  private noteAsked: () => void = () => {};

  hold(): void {
    this.may = new Promise((resolve) => (this.letAnswer = resolve));
    this.asked = new Promise((resolve) => (this.noteAsked = resolve));
  }

  release(): void {
    this.letAnswer();
    this.may = undefined;
  }

  override async head(): ReturnType<EventLog['head']> {
    this.noteAsked();
    await this.may;
    return super.head();
  }
}

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };
const ids = ['o1', 'o2', 'o3'] as const;
const commandIds: Readonly<Record<string, string>> = {
  o1: '01900000-0000-7000-8000-0000000000a1',
  o2: '01900000-0000-7000-8000-0000000000a2',
  o3: '01900000-0000-7000-8000-0000000000a3',
};
const pay = ({ data }: Recorded) => ({ type: 'Pay', data: { id: (data as { id: string }).id, ok: true } });

/** An event without the ordinals that depend on how two appends of one instant were ordered, and on where pages of the log ended. */
const comparableEvent = ({ id, stream, revision, type, data, meta: { readUpTo: _, handledUpTo: __, ...meta } }: Recorded): unknown => ({
  id,
  stream,
  revision,
  type,
  data,
  meta,
});
const byStream = (events: readonly Recorded[]): readonly unknown[] =>
  events.toSorted((a, b) => (a.stream === b.stream ? a.revision - b.revision : a.stream < b.stream ? -1 : 1)).map(comparableEvent);

describe('one engine', () => {
  it('makes the same events live and in a World: ids, meta and data', async () => {
    const world = new World(toyShop, {
      start: toyStart,
      node: 'toy',
      answer: (event) => (event.type === 'Asked' && event.stream !== 'order-o3' ? { command: pay(event) } : undefined),
    });
    const server = await ToyServer.start({
      domain: toyShop,
      effects: (live) => ({
        Asked: async (event: Recorded) => {
          if (event.stream !== 'order-o3') await live.answer(event, pay(event));
        },
      }),
    });
    for (const id of ids) {
      world.run({ type: 'Order', data: { id } }, { actor, commandId: commandIds[id]! });
      world.advance(0);
      await server.run({ type: 'Order', data: { id } }, actor, commandIds[id]!);
      await server.whenSettled();
    }
    world.advance(3_600_000);
    await server.advanceTo('2026-11-21T04:12:00.000Z');
    const live = await server.events();
    expect(byStream(live)).toEqual(byStream(world.events));
    expect(live.filter(({ type }) => type === 'Dropped').map(({ stream }) => stream)).toEqual(['order-o3']);
    expect(reenact(toyShop, live)).toMatchObject({ differences: [], missing: [] });
    await server.stop();
  });
});

/** Orders are dropped because nothing was paid. */
const silentShop: Domain = {
  ...toyShop,
  timers: toyShop.timers.map((timedRows) => ({
    ...timedRows,
    due: (row: never, epoch: number) => timedRows.due(row, epoch).map((timer) => ({ ...timer, ofSilence: true as const })),
  })),
};

describe('what follows from having heard nothing', () => {
  it('is decided once memory holds what the log held', async () => {
    const log = new SlowHeadLog();
    // no call is answered, so nothing is paid
    const server = await ToyServer.start({ domain: silentShop, log });
    await server.run({ type: 'Order', data: { id: 'o1' } }, actor, commandIds['o1']!);
    await server.whenSettled();
    log.hold();
    server.clock.moveTo(server.clock.nextAlarm('2026-11-22T03:12:00.000Z')!);
    await log.asked;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect((await server.events()).map(({ type }) => type)).not.toContain('Dropped');
    log.release();
    await server.whenSettled();
    expect((await server.events()).map(({ type }) => type)).toContain('Dropped');
    await server.stop();
  });
});

/** A server that counts the calls of its one effect. */
const counting = (calls: string[], options: Partial<ToyServerOptions> = {}): Promise<ToyServer> =>
  ToyServer.start({ domain: toyShop, effects: () => ({ Ordered: async ({ stream }) => void calls.push(stream) }), ...options });

describe('how far it has come', () => {
  it('stands on the log: whoever follows without any file reacts to nothing twice', async () => {
    const calls: string[] = [];
    const first = await counting(calls);
    for (const [n, id] of ids.entries()) await first.run({ type: 'Order', data: { id } }, actor, idOf(n));
    await first.whenSettled();
    await first.stop();
    const { log, clock } = first;
    const before = (await first.events()).length;
    expect((await first.events()).at(-1)).toMatchObject({ type: 'Progressed', meta: { handledUpTo: before - 1 } });
    const second = await counting(calls, { log, clock, epoch: 2, node: 'standby' });
    await second.whenSettled();
    expect(second.reactor.position).toBeGreaterThanOrEqual(before);
    await second.stop();
    expect(calls).toEqual(['order-o1', 'order-o2', 'order-o3']);
    // nothing followed from anything in the meantime, so there is nothing to record
    expect(await second.events()).toHaveLength(before);
  });

  it('is said by whatever it appends, so that a crash loses the last events at most', async () => {
    const calls: string[] = [];
    const first = await counting(calls);
    for (const [n, id] of ids.entries()) {
      await first.run({ type: 'Order', data: { id } }, actor, idOf(n));
      await first.whenSettled();
    }
    const { log, clock } = first;
    // as after a crash: the first one has recorded nothing further
    const second = await counting(calls, { log, clock, epoch: 2, node: 'standby' });
    await second.whenSettled();
    expect(calls).toEqual(['order-o1', 'order-o2', 'order-o3', 'order-o3']);
    await second.stop();
    await first.stop();
  });

  it('is recorded at least every 10,000 events, when it has nothing else to append', async () => {
    const server = await ToyServer.start({ domain: toyShop });
    for (let n = 0; n < 21; n += 1) {
      const prices = Array.from({ length: 1_000 }, () => ({ type: 'PriceSet', data: { price: n } }));
      await server.record('prices', prices, actor, `prices ${n}`);
      await server.whenSettled();
    }
    const progressed = (await server.events()).filter(({ type }) => type === 'Progressed');
    expect(progressed.map(({ meta }) => meta.handledUpTo! >= 10_000)).toEqual([true, true]);
    await server.stop();
  });
});

const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n + 10).padStart(12, '0')}`;
const order = (server: ToyServer, id: string, n: number) => server.run({ type: 'Order', data: { id } }, actor, idOf(n));
const typesOf = async (server: ToyServer): Promise<readonly string[]> =>
  (await server.events()).map(({ type, stream }) => `${type} ${stream}`);
const abandonedFailures = async (server: ToyServer): Promise<readonly Failure[]> =>
  (await server.events()).filter(({ type }) => type === 'GivenUp').map(({ data }) => data as Failure);

describe('a poisoned thing beside healthy ones', () => {
  it('a process that fails becomes a fact after five tries, and the rest goes on', async () => {
    const server = await ToyServer.start({ domain: poisonedShop });
    await order(server, 'bad1', 1);
    await order(server, 'o1', 2);
    await server.whenSettled();
    const types = await typesOf(server);
    // the other process has handled the poisoned event too, without waiting for the retries
    expect(types).toEqual(expect.arrayContaining(['Asked order-bad1', 'Asked order-o1']));
    expect(types.indexOf('Asked order-o1')).toBeLessThan(types.indexOf('GivenUp failures'));
    expect(await abandonedFailures(server)).toEqual([
      {
        kind: 'reaction',
        what: 'poison',
        command: null,
        commandId: null,
        stream: null,
        ordinal: 1,
        reason: expect.stringMatching(/^TypeError in /),
        tries: 5,
        replaced: false,
      },
    ]);
    await server.stop();
  });

  it('is re-enacted: a process that failed asked for nothing', async () => {
    const server = await ToyServer.start({ domain: poisonedShop });
    await order(server, 'bad1', 1);
    await server.whenSettled();
    const { differences, missing, checked } = reenact(poisonedShop, await server.events());
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    expect(checked).toBeGreaterThan(1);
    await server.stop();
  });

  it('says why without what the error repeats', async () => {
    const server = await ToyServer.start({ domain: poisonedShop });
    await order(server, 'bad1', 1);
    await server.whenSettled();
    expect(JSON.stringify(await abandonedFailures(server))).not.toContain('secret');
    await server.stop();
  });

  it('a failing run is halved until the poisoned event stands alone, which something simpler is done about', async () => {
    const server = await ToyServer.start({ domain: poisonedShop });
    const cups = [0, 1, 2, 3, 4, 5].map((n) => ({ type: 'CupSold', data: n === 4 ? { bad: true } : {} }));
    await server.record('cups', cups, actor, idOf(3));
    await server.whenSettled();
    const countedEvents = (await server.events()).filter(({ type }) => type.startsWith('Counted'));
    expect(countedEvents.map(({ type, data }) => [type, (data as { from: number }).from, (data as { upTo: number }).upTo])).toEqual([
      ['Counted', 0, 3],
      ['Counted', 3, 4],
      ['CountedPlainly', 4, 5],
      ['Counted', 5, 6],
    ]);
    expect(await abandonedFailures(server)).toMatchObject([{ kind: 'run', what: 'CupSold', command: 'Count', ordinal: 5, replaced: true }]);
    expect(reenact(poisonedShop, await server.events())).toMatchObject({ differences: [], missing: [] });
    await server.stop();
  });

  it('a timer that fails is given up, and the others ring', async () => {
    const server = await ToyServer.start({ domain: poisonedShop });
    await order(server, 'badly', 1);
    await order(server, 'o1', 2);
    await server.advanceTo('2026-11-21T03:20:00.000Z');
    const types = await typesOf(server);
    expect(types.filter((type) => type.startsWith('Dropped'))).toEqual(['Dropped order-o1']);
    expect(await abandonedFailures(server)).toMatchObject([{ kind: 'reaction' }, { kind: 'timer', what: 'drop', stream: 'order-badly' }]);
    expect(server.reactor.nextDue()).toBeUndefined();
    await server.stop();
  });

  it('started again in the middle of the tries, it records the failure once', async () => {
    const first = await ToyServer.start({ domain: poisonedShop });
    await order(first, 'bad1', 1);
    await first.whenSettled();
    await first.stop();
    // as after a crash in the middle of the page: everything is read again
    const { log, clock } = first;
    const second = await ToyServer.start({ domain: poisonedShop, log, clock, epoch: 2 });
    await order(second, 'o1', 2);
    await second.whenSettled();
    expect(await abandonedFailures(second)).toHaveLength(1);
    expect(await typesOf(second)).toContain('Asked order-o1');
    await second.stop();
  });

  it('a log that does not answer is waited out: nothing is given up', async () => {
    const log = new MemoryEventLog({ wait: () => new Promise((resolve) => setImmediate(resolve)) });
    let fails = 0;
    const append = log.append.bind(log);
    const server = await ToyServer.start({ domain: poisonedShop, log });
    log.append = async (stream, expectedRevision, events) => {
      if (events.some(({ type }) => type === 'Asked') && (fails += 1) <= 7) throw new LogUnavailable('not_applied', 'the log is away');
      return append(stream, expectedRevision, events);
    };
    await order(server, 'o1', 1);
    await server.whenSettled();
    expect(fails).toBe(8);
    expect(await abandonedFailures(server)).toEqual([]);
    expect(await typesOf(server)).toContain('Asked order-o1');
    await server.stop();
  });
});

/** Orders that are given away if no one collects them for five minutes. */
const orNever: typeof orders = {
  ...orders,
  decide: {
    ...orders.decide,
    Drop: (data, state, context) =>
      state.dueAt !== null && context.now > addMillis(state.dueAt, 300_000)
        ? [{ type: 'Paid', data: { id: state.id } }]
        : orders.decide.Drop(data, state, context),
  },
};

describe('calls to one provider', () => {
  /** The crane takes dropped orders away, two at a time; each lift lasts until the test ends it. */
  const withCrane = async (log: EventLog = new MemoryEventLog(), domain: Domain = toyShop) => {
    const lifting: string[] = [];
    const letGo = new Map<string, () => void>();
    let maxAtOnce = 0;
    const server = await ToyServer.start({
      domain,
      log,
      callsAtOnce: 2,
      providersOf: ({ type }) => (type === 'Drop' || type === 'Dropped' ? ['crane'] : []),
      effects: () => ({
        Dropped: ({ stream }) =>
          new Promise((resolve) => {
            lifting.push(stream);
            letGo.set(stream, resolve);
            maxAtOnce = Math.max(maxAtOnce, letGo.size);
          }),
      }),
    });
    const waitUntil = async (condition: () => boolean): Promise<void> => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    return { server, lifting, letGo, until: waitUntil, mostAtOnce: () => maxAtOnce };
  };

  it('are so many at once: what waits is not claimed, and what is called off meanwhile never is', async () => {
    const { server, lifting, letGo, until } = await withCrane();
    for (const [n, id] of ['o1', 'o2', 'o3', 'o4'].entries()) await order(server, id, n + 1);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    await until(() => lifting.length === 2 && server.reactor.idle);
    const droppedTypes = async () => (await typesOf(server)).filter((type) => type.startsWith('Dropped'));
    expect(await droppedTypes()).toEqual(lifting.map((stream) => `Dropped ${stream}`));
    const [waits, goesOn] = ['order-o1', 'order-o2', 'order-o3', 'order-o4'].filter((stream) => !lifting.includes(stream));
    await server.run({ type: 'Pay', data: { id: waits!.replace('order-', ''), ok: true } }, actor, idOf(9));
    letGo.get(lifting[0]!)!();
    letGo.get(lifting[1]!)!();
    await until(() => lifting.length === 3);
    letGo.get(goesOn!)!();
    await server.whenSettled();
    expect(await droppedTypes()).toEqual(lifting.map((stream) => `Dropped ${stream}`));
    expect(lifting.slice(2)).toEqual([goesOn]);
    expect(server.errors).toEqual([]);
    await server.stop();
  });

  it('are no more when the answer to a claim is lost', async () => {
    const { server, lifting, letGo, until, mostAtOnce: maxAtOnce } = await withCrane(new DeafLog('Dropped'));
    for (const [n, id] of ['o1', 'o2', 'o3', 'o4'].entries()) await order(server, id, n + 1);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    for (let lifted = 0; lifted < 4; lifted += 1) {
      await until(() => lifting.length > lifted);
      const letNextGo = letGo.get(lifting[lifted]!)!;
      letGo.delete(lifting[lifted]!);
      letNextGo();
    }
    await server.whenSettled();
    expect(maxAtOnce()).toBe(2);
    expect(lifting.toSorted()).toEqual(['order-o1', 'order-o2', 'order-o3', 'order-o4']);
    await server.stop();
  });

  /** Orders of which some are urgent, by their names; those that wait for the crane for more than five minutes are given away. */
  const withUrgent: Domain = {
    ...toyShop,
    deciders: toyShop.deciders.map((decider) => (decider.category === orders.category ? orNever : decider)),
    timers: toyShop.timers.map((timedRows) => ({
      ...timedRows,
      due: (row: never, epoch: number) => {
        const rank = (row as { id: string }).id.startsWith('urgent') ? 0 : 1;
        return timedRows.due(row, epoch).map((timer) => ({ ...timer, rank, lapsesAt: addMillis(timer.dueAt, 300_001) }));
      },
    })),
  };

  it('take what is urgent first, then the oldest, however much waits; who comes last may go first', async () => {
    const { server, lifting, letGo, until } = await withCrane(undefined, withUrgent);
    const slow = Array.from({ length: 300 }, (_, n) => `slow${n}`);
    for (const [n, id] of slow.entries()) await order(server, id, n + 100);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    await until(() => lifting.length === 2 && server.reactor.idle);
    for (const [n, id] of ['urgent1', 'urgent2'].entries()) await order(server, id, n + 1);
    await until(() => server.clock.nextAlarm('2026-11-21T03:14:00.000Z') !== undefined);
    server.clock.moveTo('2026-11-21T03:14:00.000Z');
    await until(() => server.reactor.idle);
    for (const lifted of [0, 1, 2]) {
      letGo.get(lifting[lifted]!)!();
      await until(() => lifting.length === lifted + 3);
    }
    expect(lifting.slice(2, 4).toSorted()).toEqual(['order-urgent1', 'order-urgent2']);
    expect(lifting[4]).toMatch(/slow/);
    const whenStopped = server.stop();
    for (const letNextGo of letGo.values()) letNextGo();
    await whenStopped;
  });

  it('leave their places to what becomes urgent while many are due before it', async () => {
    const lifting: string[] = [];
    // each is decided in its own turn: calls end while others are still being checked for a free slot
    let isLong = false;
    const slowMachine: MonotonicClock = { ...systemMonotonicClock, isTurnLong: () => (isLong = !isLong) };
    const server = await ToyServer.start({
      domain: withUrgent,
      monotonic: slowMachine,
      callsAtOnce: 2,
      providersOf: ({ type }) => (type === 'Drop' || type === 'Dropped' ? ['crane'] : []),
      effects: ({ clock }) => ({
        Dropped: async ({ stream }) => {
          lifting.push(stream);
          if (lifting.length === 3) clock.moveTo('2026-11-21T03:13:30.000Z');
        },
      }),
    });
    for (let n = 0; n < 60; n += 1) await order(server, `slow${n}`, n + 100);
    server.clock.moveTo('2026-11-21T03:12:30.000Z');
    await order(server, 'urgent', 1);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    await server.whenSettled();
    expect(lifting).toHaveLength(61);
    // two were in progress, and two already had a slot
    expect(lifting.indexOf('order-urgent')).toBeLessThan(3 + 4);
    await server.stop();
  });

  it('that have waited for too long are decided on all the same, although no place is free', async () => {
    const { server, lifting, letGo, until } = await withCrane(undefined, withUrgent);
    for (const [n, id] of ['o1', 'o2', 'o3', 'o4'].entries()) await order(server, id, n + 1);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    await until(() => lifting.length === 2 && server.reactor.idle);
    expect(server.reactor.nextDue()).toBe('2026-11-21T03:18:00.001Z');
    server.clock.moveTo('2026-11-21T03:18:00.001Z');
    await until(() => server.reactor.idle);
    const endedTypes = (await typesOf(server)).filter((type) => type.startsWith('Paid') || type.startsWith('Dropped'));
    expect(endedTypes.map((type) => type.split(' ')[0])).toEqual(['Dropped', 'Dropped', 'Paid', 'Paid']);
    const whenStopped = server.stop();
    for (const letNextGo of letGo.values()) letNextGo();
    await whenStopped;
  });

  it('are taken by those behind when all who waited before them have gone', async () => {
    const { server, lifting, letGo, until } = await withCrane();
    const all = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6'];
    for (const [n, id] of all.entries()) {
      await order(server, id, n + 1);
      server.clock.moveTo(`2026-11-21T03:12:0${n}.000Z`);
    }
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:14:00.000Z');
    await until(() => lifting.length === 2 && server.reactor.idle);
    const waits = all.filter((id) => !lifting.includes(`order-${id}`));
    const paid = waits.slice(0, 2);
    for (const [n, id] of paid.entries()) await server.run({ type: 'Pay', data: { id, ok: true } }, actor, idOf(n + 40));
    for (const stream of lifting.slice(0, 2)) letGo.get(stream)!();
    await until(() => lifting.length === 4);
    expect(lifting.slice(2).toSorted()).toEqual(waits.slice(2).map((id) => `order-${id}`));
    for (const stream of lifting.slice(2)) letGo.get(stream)!();
    await server.whenSettled();
    await server.stop();
  });
});
