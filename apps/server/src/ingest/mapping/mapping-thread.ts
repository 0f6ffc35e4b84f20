import { Worker } from 'node:worker_threads';
import * as mappingLimits from '@tocsin/contracts/mappings/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { failedFor, isMapping, type MappingOrder, type MappingResult } from './mapping-order.js';

/** Megabytes. */
const heap = 96;
/** How many times as long as a request a new thread may take to start. */
const startsWithin = 10;

interface WaitingRequest {
  readonly order: MappingOrder;
  /** Whose mapping it is, with its version. */
  readonly owner: string;
  readonly settle: (result: MappingResult) => void;
}

interface Pause {
  readonly until: number;
  readonly length: number;
}

/**
 * Runs mappings on a thread of their own, one request at a time: an expression that does not end is ended with its thread, and its mapping is not run
 * for a while, so that it takes no time from others.
 */
export class MappingThread {
  /** By owner: the next request is the next owner’s, so that no mapping waits for all of another. */
  private readonly queues = new Map<string, WaitingRequest[]>();
  private waiting = 0;
  private running: WaitingRequest | undefined;
  private worker: Worker | undefined;
  private cancelDeadline: () => void = () => {};
  private readonly pauses = new Map<string, Pause>();

  /** `onFault`: the thread ended by itself, for another reason than too much memory. */
  constructor(
    private readonly onFault: (error: Error | null) => void,
    private readonly clock: Pick<MonotonicClock, 'after' | 'now'> = systemMonotonicClock,
  ) {}

  /** Never rejects, and settles within the time that a request may wait. `owner`: whose mapping, with its version. */
  map(owner: string, order: MappingOrder): Promise<MappingResult> {
    const { ofIntegration, inAll } = mappingLimits.waiting;
    const pause = this.pauses.get(owner);
    if (pause && pause.until > this.clock.now()) return Promise.resolve(failedFor('paused'));
    if (this.waiting >= inAll || (this.queues.get(owner)?.length ?? 0) >= ofIntegration) return Promise.resolve(failedFor('busy'));
    return new Promise((resolve) => {
      const cancel = this.clock.after(mappingLimits.time.wait, () => this.timeOut(request));
      const settle = (result: MappingResult): void => {
        cancel();
        resolve(result);
      };
      const request: WaitingRequest = { order, owner, settle };
      this.queues.set(owner, [...(this.queues.get(owner) ?? []), request]);
      this.waiting += 1;
      this.startNext();
    });
  }

  /** Starts the thread before it is needed. */
  prepare(): void {
    this.worker ??= this.begin();
  }

  async stop(): Promise<void> {
    this.cancelDeadline();
    for (const { settle } of [...[...this.queues.values()].flat(), ...(this.running ? [this.running] : [])]) settle(failedFor('busy'));
    this.queues.clear();
    this.waiting = 0;
    this.running = undefined;
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  protected startWorker(): Worker {
    return new Worker(new URL('mapping.worker.js', import.meta.url), {
      name: 'mappings',
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16 },
    });
  }

  private startNext(): void {
    if (this.running) return;
    this.running = this.takeNext();
    if (!this.running) return;
    this.endWithin(startsWithin * mappingLimits.time.run);
    this.worker ??= this.begin();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.worker.postMessage(this.running.order);
  }

  private takeNext(): WaitingRequest | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [owner, [request, ...rest]] = first;
    this.queues.delete(owner);
    if (rest.length > 0) this.queues.set(owner, rest);
    this.waiting -= 1;
    return request;
  }

  private begin(): Worker {
    const worker = this.startWorker();
    worker.on('message', (message: MappingResult | typeof isMapping) => {
      if (worker !== this.worker) return;
      if (message === isMapping) this.endWithin(mappingLimits.time.run);
      else this.end(message);
    });
    onThreadEnd(worker, (error) => {
      if (worker !== this.worker) return;
      this.worker = undefined;
      const isTooLarge = error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isTooLarge) this.onFault(error);
      if (this.running) this.endAndPause(failedFor(isTooLarge ? 'too_large' : 'expression', { says: error?.message ?? '' }));
    });
    worker.unref();
    return worker;
  }

  private endWithin(ms: number): void {
    this.cancelDeadline();
    this.cancelDeadline = this.clock.after(ms, () => {
      const { worker } = this;
      this.worker = undefined;
      void worker?.terminate();
      this.endAndPause(failedFor('too_slow'));
    });
  }

  /** What is being mapped is mapped to its end: the thread may have been starting until now. */
  private timeOut(request: WaitingRequest): void {
    const { owner } = request;
    const rest = this.queues.get(owner)?.filter((one) => one !== request) ?? [];
    if (request !== this.running) this.waiting -= 1;
    if (rest.length > 0) this.queues.set(owner, rest);
    else this.queues.delete(owner);
    request.settle(failedFor('busy'));
  }

  private end(result: MappingResult): void {
    this.cancelDeadline();
    const { running } = this;
    this.running = undefined;
    if (running && 'failed' in result && result.failed.reason === 'too_slow') this.pause(running.owner);
    else if (running) this.pauses.delete(running.owner);
    running?.settle(result);
    this.startNext();
  }

  private endAndPause(result: MappingResult): void {
    if (this.running) this.pause(this.running.owner);
    this.cancelDeadline();
    this.running?.settle(result);
    this.running = undefined;
    this.startNext();
  }

  private pause(owner: string): void {
    const before = this.pauses.get(owner)?.length ?? mappingLimits.pause.first / 2;
    const length = Math.min(before * 2, mappingLimits.pause.most);
    if (this.pauses.size >= pausesAtMost) this.pauses.delete(this.pauses.keys().next().value!);
    this.pauses.set(owner, { until: this.clock.now() + length, length });
  }
}

/** Versions of mappings that were paused; the oldest is forgotten. */
const pausesAtMost = 1_000;
