import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import { isReading, type LargeBody, type LargeBodyAnswer, type LargeBodyOrder } from './large-body.js';
import { BodyTooLarge } from './read-body.js';

/** Megabytes of heap for one body: the parsed value takes many times the size of the text. */
const heap = 512;

/** Bytes in a buffer of their own: it is transferred to the other thread, and is no longer usable here. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes);

/** A body whose reading was ended so often is refused for a while: until then the machine may have been slow. */
const mostTries = 3;
const refusedFor = 10 * duration.minute;
/** How many times as long as a body a new thread may take. */
const startsWithin = 10;

/** The same body sent again, most likely; its bytes may be on the other thread. */
const signOf = ({ head: { path, params }, bytes }: LargeBody): string => JSON.stringify([path, params, bytes.byteLength]);

interface WaitingBody {
  readonly body: LargeBody;
  readonly sign: string;
  readonly resolve: (answer: LargeBodyAnswer) => void;
  readonly reject: (error: Error) => void;
  /** Set while the worker reads it. */
  isRunning: boolean;
}

/**
 * Reads large bodies on a separate thread, one at a time, so that the main thread is free for signals and acknowledgements. The thread is started on
 * demand, and ended when it was idle for a while.
 */
export class LargeBodies {
  private readonly queue: WaitingBody[] = [];
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  /** Ends the reading of the first body. */
  private deadline: NodeJS.Timeout | undefined;
  private readonly slowTries = new LRUCache<string, number>({ max: 1_000, ttl: refusedFor });
  /** The version of the key list that the worker has. */
  private reportedAt = -1;

  constructor(
    private readonly knownKeys: KnownKeys,
    private readonly answerWithin: number = limits.ingestAnswer,
  ) {}

  /**
   * Throws LogUnavailable for a body that was not read in time, so that its sender retries, and BodyTooLarge for one that needs too much memory, or
   * has needed too much time three times, since a retry would too.
   */
  read(body: LargeBody): Promise<LargeBodyAnswer> {
    const sign = signOf(body);
    if ((this.slowTries.get(sign) ?? 0) >= mostTries) return Promise.reject(new BodyTooLarge());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.timeOut(one), this.answerWithin);
      const settler =
        <A>(call: (answer: A) => void) =>
        (answer: A): void => {
          clearTimeout(timer);
          call(answer);
        };
      const one: WaitingBody = { body, sign, resolve: settler(resolve), reject: settler(reject), isRunning: false };
      this.queue.push(one);
      this.startNext();
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    clearTimeout(this.deadline);
    for (const one of this.queue.splice(0)) one.reject(new LogUnavailable('not_applied', 'the server is stopping'));
    await this.worker?.terminate();
  }

  private startNext(): void {
    const [first] = this.queue;
    clearTimeout(this.idle);
    if (!first) return this.rest();
    if (first.isRunning) return;
    first.isRunning = true;
    this.endWithin(startsWithin * this.answerWithin);
    const worker = (this.worker ??= this.begin());
    const { version } = this.knownKeys;
    const bytes = copyBytes(first.body.bytes);
    const order: LargeBodyOrder = { ...first.body, bytes, ...(this.reportedAt === version ? {} : { keys: this.knownKeys.all() }) };
    this.reportedAt = version;
    worker.postMessage(order, [bytes.buffer]);
  }

  protected startWorker(): Worker {
    return new Worker(new URL('large-body.worker.js', import.meta.url), {
      name: 'large bodies',
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
  }

  private begin(): Worker {
    const worker = this.startWorker();
    worker.on('message', (answer: LargeBodyAnswer | typeof isReading) => {
      if (answer === isReading) this.endWithin(this.answerWithin);
      else this.endAll((one) => one.resolve(answer));
    });
    onThreadEnd(worker, (reason) => {
      const error: NodeJS.ErrnoException = reason ?? new Error('the thread of large bodies has ended');
      if (this.worker === worker) this.replace((one) => one.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new BodyTooLarge() : error));
    });
    // does not keep the process alive
    worker.unref();
    return worker;
  }

  /** Its sender waits no longer. What is being read is read to its end: the thread may have been starting until now. */
  private timeOut(one: WaitingBody): void {
    if (!one.isRunning) this.queue.splice(this.queue.indexOf(one), 1);
    one.reject(new LogUnavailable('not_applied', 'large bodies are being read'));
  }

  private endWithin(ms: number): void {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.replace((one) => this.endSlow(one)), ms);
    this.deadline.unref();
  }

  private endSlow({ sign, reject }: WaitingBody): void {
    this.slowTries.set(sign, (this.slowTries.get(sign) ?? 0) + 1);
    reject(new LogUnavailable('not_applied', 'the body was not read in time'));
  }

  private rest(): void {
    this.idle = setTimeout(() => this.dropWorker(), limits.idleThread);
    this.idle.unref();
  }

  private dropWorker(): void {
    const { worker } = this;
    this.worker = undefined;
    this.reportedAt = -1;
    void worker?.terminate();
  }

  /** Terminates the thread, also in the middle of a body: the next body gets a new thread. */
  private replace(settle: (one: WaitingBody) => void): void {
    this.dropWorker();
    this.endAll(settle);
  }

  private endAll(settle: (one: WaitingBody) => void): void {
    clearTimeout(this.deadline);
    const one = this.queue.shift();
    if (one) settle(one);
    this.startNext();
  }
}
