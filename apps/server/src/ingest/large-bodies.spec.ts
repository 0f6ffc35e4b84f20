import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { KnownKeys } from '../secrets/known-keys.js';
import { LargeBodies } from './large-bodies.js';
import { isReading, type LargeBodyAnswer, type LargeBodyOrder } from './large-body.js';
import { BodyTooLarge } from './read-body.js';

const answer: LargeBodyAnswer = null;

/** A thread that answers when it is told to. */
class StagedThread extends EventEmitter {
  readonly orders: LargeBodyOrder[] = [];
  isEnded = false;
  postMessage(order: LargeBodyOrder): void {
    this.orders.push(order);
  }
  unref(): void {}
  terminate(): Promise<number> {
    this.isEnded = true;
    this.emit('exit', 1);
    return Promise.resolve(1);
  }
}

class StagedBodies extends LargeBodies {
  readonly threads: StagedThread[] = [];
  protected override startWorker(): Worker {
    const thread = new StagedThread();
    this.threads.push(thread);
    return partOf<Worker>(thread);
  }
}

describe('the thread of large bodies', () => {
  const head = { method: 'POST' as const, path: '/ingest/generic', params: {}, query: {}, receivedAt: '2026-01-01T00:00:00.000Z' };
  const body = () => ({ kind: 'generic' as const, head, bytes: new Uint8Array(4), contentType: undefined, newKey: 'key' });
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends when it was idle for a while, not while a body waits; the next one gets a new thread with all keys', async () => {
    const bodies = new StagedBodies(new KnownKeys());
    const both = [bodies.read(body()), bodies.read(body())];
    const [thread] = bodies.threads;
    thread!.emit('message', answer);
    await both[0];
    jest.advanceTimersByTime(limits.ingestAnswer - 1);
    expect(thread!.isEnded).toBe(false);
    thread!.emit('message', answer);
    expect(await both[1]).toBe(answer);
    jest.advanceTimersByTime(limits.idleThread - 1);
    expect(thread!.isEnded).toBe(false);
    jest.advanceTimersByTime(1);
    expect(thread!.isEnded).toBe(true);
    const third = bodies.read(body());
    expect(bodies.threads).toHaveLength(2);
    expect([thread!.orders[0]!.keys, thread!.orders[1]!.keys, bodies.threads[1]!.orders[0]!.keys]).toEqual([[], undefined, []]);
    bodies.threads[1]!.emit('message', answer);
    expect(await third).toBe(answer);
  });

  it('does not end in the middle of a body that came just before', async () => {
    const bodies = new StagedBodies(new KnownKeys());
    const first = bodies.read(body());
    const [thread] = bodies.threads;
    thread!.emit('message', answer);
    await first;
    jest.advanceTimersByTime(limits.idleThread - 1);
    const second = bodies.read(body());
    jest.advanceTimersByTime(1_000);
    expect(thread!.isEnded).toBe(false);
    thread!.emit('message', answer);
    expect(await second).toBe(answer);
  });

  const failureOf = (reading: Promise<LargeBodyAnswer>): Promise<unknown> => reading.catch((error: unknown) => error);

  it('has time to start: the body is to be sent again, and the thread is there for it', async () => {
    const bodies = new StagedBodies(new KnownKeys());
    const early = failureOf(bodies.read(body()));
    jest.advanceTimersByTime(limits.ingestAnswer);
    expect(await early).toBeInstanceOf(LogUnavailable);
    const again = bodies.read(body());
    const [thread] = bodies.threads;
    expect(thread!.orders).toHaveLength(1);
    for (const one of [isReading, answer]) thread!.emit('message', one);
    expect(thread!.orders).toHaveLength(2);
    for (const one of [isReading, answer]) thread!.emit('message', one);
    expect(await again).toBe(answer);
    expect(thread!.isEnded).toBe(false);
  });

  it('is ended by a body that it reads for too long, which is to be sent again, and is too large after three times', async () => {
    const bodies = new StagedBodies(new KnownKeys());
    const read = async (bytes: number) => {
      const reading = failureOf(bodies.read({ ...body(), bytes: new Uint8Array(bytes) }));
      bodies.threads.at(-1)?.emit('message', isReading);
      jest.advanceTimersByTime(limits.ingestAnswer);
      return reading;
    };
    for (const bytes of [4, 5, 4, 4]) expect(await read(bytes)).toBeInstanceOf(LogUnavailable);
    expect(await read(4)).toBeInstanceOf(BodyTooLarge);
    expect(await read(5)).toBeInstanceOf(LogUnavailable);
    expect(bodies.threads.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true, true]);
  });

  it('is ended when it does not start', async () => {
    const bodies = new StagedBodies(new KnownKeys());
    const reading = failureOf(bodies.read(body()));
    jest.advanceTimersByTime(10 * limits.ingestAnswer);
    expect(await reading).toBeInstanceOf(LogUnavailable);
    expect(bodies.threads.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
});
