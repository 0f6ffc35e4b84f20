import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { failedFor, isMapping, type MappingOrder, type MappingResult } from './mapping-order.js';
import { MappingThread } from './mapping-thread.js';

/** A thread that answers when it is told to. */
class StagedThread extends EventEmitter {
  readonly orders: MappingOrder[] = [];
  isEnded = false;
  postMessage(order: MappingOrder): void {
    this.orders.push(order);
  }
  unref(): void {}
  terminate(): Promise<number> {
    this.isEnded = true;
    this.emit('exit', 1);
    return Promise.resolve(1);
  }
}

class StagedMapping extends MappingThread {
  readonly threads: StagedThread[] = [];
  protected override startWorker(): Worker {
    const thread = new StagedThread();
    this.threads.push(thread);
    return partOf<Worker>(thread);
  }
  get newest(): StagedThread {
    return this.threads.at(-1)!;
  }
}

const orderOf = (raw: string): MappingOrder => ({ fields: { summary: 'title' }, raw });
const done = failedFor('no_summary');

describe('the thread of mappings', () => {
  let now: number;
  let faults: unknown[];
  let mapping: StagedMapping;
  beforeEach(() => {
    jest.useFakeTimers();
    [now, faults] = [0, []];
    const after = (ms: number, call: () => void): (() => void) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    };
    mapping = new StagedMapping((error) => faults.push(error), { now: () => now, after });
  });
  afterEach(async () => {
    await mapping.stop();
    jest.useRealTimers();
  });
  const pass = (ms: number): void => {
    now += ms;
    jest.advanceTimersByTime(ms);
  };
  const answer = (result: MappingResult = done): void => void mapping.newest.emit('message', result);

  it('takes one request of each mapping in turn', async () => {
    const answers = ['a1', 'a2', 'a3', 'b1'].map((raw) => mapping.map(raw.slice(0, 1), orderOf(raw)));
    for (const _ of answers) answer();
    await Promise.all(answers);
    expect(mapping.newest.orders.map(({ raw }) => raw)).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('is ended with an expression that does not end, and made anew for the next request', async () => {
    const slow = mapping.map('slow', orderOf('x'));
    const healthy = mapping.map('healthy', orderOf('y'));
    mapping.newest.emit('message', isMapping);
    pass(mappingLimits.time.run);
    expect(await slow).toEqual(failedFor('too_slow'));
    expect(mapping.threads.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    answer();
    expect(await healthy).toBe(done);
  });

  it('does not run what took too long for a while, longer each time', async () => {
    const takeTooLong = async (): Promise<void> => {
      const slow = mapping.map('slow', orderOf('x'));
      mapping.newest.emit('message', isMapping);
      pass(mappingLimits.time.run);
      await slow;
    };
    await takeTooLong();
    expect(await mapping.map('slow', orderOf('x'))).toEqual(failedFor('paused'));
    pass(mappingLimits.pause.first);
    await takeTooLong();
    pass(mappingLimits.pause.first);
    expect(await mapping.map('slow', orderOf('x'))).toEqual(failedFor('paused'));
    pass(mappingLimits.pause.first);
    const again = mapping.map('slow', orderOf('x'));
    answer();
    expect(await again).toBe(done);
  });

  it('keeps no one waiting for longer than a bound, whatever the thread does', async () => {
    const [first, second] = [mapping.map('a', orderOf('x')), mapping.map('b', orderOf('y'))];
    pass(mappingLimits.time.wait);
    expect(await Promise.all([first, second])).toEqual([failedFor('busy'), failedFor('busy')]);
  });

  it('has a bounded queue, of one mapping and in all', async () => {
    const { ofIntegration, inAll } = mappingLimits.waiting;
    const answers = Array.from({ length: ofIntegration + 1 }, () => mapping.map('a', orderOf('x')));
    expect(await mapping.map('a', orderOf('x'))).toEqual(failedFor('busy'));
    for (let n = 0; n < inAll - ofIntegration; n += 1) answers.push(mapping.map(`b${n}`, orderOf('x')));
    expect(await mapping.map('c', orderOf('x'))).toEqual(failedFor('busy'));
    await mapping.stop();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(answers.map(() => failedFor('busy'))));
  });

  it('says when it ends by itself, and goes on with a new one', async () => {
    const [first, second] = [mapping.map('a', orderOf('x')), mapping.map('b', orderOf('y'))];
    mapping.newest.emit('exit', 1);
    expect(await first).toMatchObject({ failed: { reason: 'expression' } });
    expect(faults).toEqual([null]);
    answer();
    expect(await second).toBe(done);
  });

  it('fails the request during which it ran out of memory, and no other', async () => {
    const [large, other] = [mapping.map('a', orderOf('x')), mapping.map('b', orderOf('y'))];
    const { newest } = mapping;
    newest.emit('error', Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    newest.emit('exit', 1);
    expect(await large).toMatchObject({ failed: { reason: 'too_large' } });
    answer();
    expect(await other).toBe(done);
    expect(faults).toEqual([]);
  });
});
