import type { Actor } from '@tocsin/contracts/envelope.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { AppendResult, ExpectedRevision, NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { ToyServer } from '@tocsin/testing/toys/toy-server.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { OutwardHeartbeat } from './heartbeat.js';
import { isWorking } from './readiness.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };

/** The first append of this type is not answered until `letGo` is called: code that waits for it hangs. */
class HangingLog extends MemoryEventLog {
  letGo: () => void = () => {};
  readonly hangs: Promise<void>;
  private readonly free: Promise<void>;
  private hang: () => void = () => {};
  private isLeft: boolean;

  constructor(private readonly type: string) {
    super();
    this.isLeft = true;
    this.hangs = new Promise((resolve) => (this.hang = resolve));
    this.free = new Promise((resolve) => (this.letGo = resolve));
  }

  override async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.isLeft && events.some(({ type }) => type === this.type)) {
      this.isLeft = false;
      this.hang();
      await this.free;
    }
    return super.append(stream, expectedRevision, events);
  }
}

interface Stage {
  readonly server: ToyServer;
  readonly log: HangingLog;
  readonly parts: ServerParts;
  /** Lets this many milliseconds pass, and checks the reactor each second. */
  readonly pass: (ms: number) => Promise<void>;
}

const createStage = async (hangingType: string): Promise<Stage> => {
  let passed = 0;
  const log = new HangingLog(hangingType);
  const monotonic = { ...systemMonotonicClock, now: () => performance.now() + passed };
  const server = await ToyServer.start({ domain: toyShop, log, monotonic });
  const { reactor, memory, clock, feed } = server;
  const parts = partOf<ServerParts>({
    log,
    memory,
    reacting: { reactor },
    clock,
    feed,
    reads: { organisation: new Map() },
    folder: { path: 'data', freeBytes: () => Infinity },
    views: { projector: { position: { ordinal: memory.ordinal, logTime: '' } } },
    troubles: { note: () => {} },
  });
  const look = async (): Promise<void> => {
    const { ordinal: head } = await log.head();
    const due = reactor.nextDue();
    reactor.watch.look({ head, position: reactor.position, isTimerDue: due !== undefined && due <= clock.now() });
  };
  const pass = async (ms: number): Promise<void> => {
    for (const until = passed + ms; passed < until; passed += 1_000) await look();
    await look();
  };
  return { server, log, parts, pass };
};

const order = (server: ToyServer, id: string, n: number) =>
  server.run({ type: 'Order', data: { id } }, actor, `01900000-0000-7000-8000-0000000000b${n}`);

const heartbeats = async (parts: ServerParts): Promise<number> => {
  let sent = 0;
  const get = async () => void (sent += 1);
  const heartbeat = new OutwardHeartbeat(parts, partOf<OutgoingHttp>({ get }), 'https://watch.example', () => false);
  heartbeat.start();
  await isWorking(parts);
  await new Promise((resolve) => void setImmediate(resolve));
  heartbeat.stop();
  return sent;
};

describe('what never ends', () => {
  it('in a reaction: the server is not ready, the outward heartbeat stops, and the reaction is named', async () => {
    const { server, log, parts, pass } = await createStage('Asked');
    await order(server, 'o1', 1);
    await log.hangs;
    await pass(9_000);
    expect((await isWorking(parts)).why).toEqual([]);
    expect(await heartbeats(parts)).toBe(1);
    await pass(3_000);
    const { ok, why } = await isWorking(parts);
    expect({ ok, why }).toEqual({
      ok: false,
      why: [
        expect.stringMatching(
          /^the reactor has handled nothing for 12 s although work is waiting: the reaction “bank” to event 1 \(Ordered\) has not/,
        ),
      ],
    });
    expect(await heartbeats(parts)).toBe(0);
    expect(server.errors).toEqual([expect.stringContaining('the reaction “bank” to event 1 (Ordered)')]);
    log.letGo();
    await server.stop();
  });

  it('in a gathering: it is named', async () => {
    const { server, log, parts, pass } = await createStage('Counted');
    await server.record('till-in', [{ type: 'CupSold', data: {} }], actor, 'c1');
    await log.hangs;
    await pass(12_000);
    expect((await isWorking(parts)).why).toEqual([expect.stringContaining('a run of CupSold that begins with event 1')]);
    log.letGo();
    await server.stop();
  });

  it('in a timer, while the log is handled as ever: the server is not ready, and the timer is named', async () => {
    const { server, log, parts, pass } = await createStage('Dropped');
    // one: another one’s timer would end in a moment of its own, from which the standstill counts
    await order(server, 'o1', 0);
    await server.whenSettled();
    server.clock.moveTo('2026-11-21T03:13:00.000Z');
    await log.hangs;
    for (let n = 2; n < 6; n += 1) {
      await order(server, `later${n}`, n);
      const { ordinal } = await log.head();
      while (server.reactor.position < ordinal) await new Promise((resolve) => void setImmediate(resolve));
      await pass(3_000);
    }
    expect((await isWorking(parts)).why).toEqual([expect.stringMatching(/the timer “drop” of order-o1 has not ended for 1[2-9] s$/)]);
    log.letGo();
    await server.stop();
  });
});
