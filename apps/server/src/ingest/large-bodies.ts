import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { KnownKeys } from '../secrets/known-keys.js';
import type { LargeBody, LargeBodyAnswer, LargeBodyOrder } from './large-body.worker.js';
import { BodyTooLarge } from './read-body.js';

/** Megabytes of heap for one body: the parsed value takes many times the size of the text. */
const heap = 512;

/** Bytes in a buffer of their own: it is transferred to the other thread, and is no longer usable here. */
const copyBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes);

interface WaitingBody {
  readonly body: LargeBody;
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
  /** The version of the key list that the worker has. */
  private reportedAt = -1;

  constructor(
    private readonly knownKeys: KnownKeys,
    private readonly answerWithin: number = limits.ingestAnswer,
  ) {}

  /**
   * Throws BodyTooLarge for a body that needs too much time or memory, since a retry would too, and LogUnavailable for one that was not processed in
   * time, so that its sender retries.
   */
  read(body: LargeBody): Promise<LargeBodyAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.timeOut(one), this.answerWithin);
      const settler =
        <A>(call: (answer: A) => void) =>
        (answer: A): void => {
          clearTimeout(timer);
          call(answer);
        };
      const one: WaitingBody = { body, resolve: settler(resolve), reject: settler(reject), isRunning: false };
      this.queue.push(one);
      this.startNext();
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    for (const one of this.queue.splice(0)) one.reject(new LogUnavailable('not_applied', 'the server is stopping'));
    await this.worker?.terminate();
  }

  private startNext(): void {
    const [first] = this.queue;
    clearTimeout(this.idle);
    if (!first) return this.rest();
    if (first.isRunning) return;
    first.isRunning = true;
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
    worker.on('message', (answer: LargeBodyAnswer) => this.endAll((one) => one.resolve(answer)));
    onThreadEnd(worker, (reason) => {
      const error: NodeJS.ErrnoException = reason ?? new Error('the thread of large bodies has ended');
      if (this.worker === worker) this.replace((one) => one.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new BodyTooLarge() : error));
    });
    // does not keep the process alive
    worker.unref();
    return worker;
  }

  private timeOut(one: WaitingBody): void {
    if (one.isRunning) return this.replace((runningBody) => runningBody.reject(new BodyTooLarge()));
    this.queue.splice(this.queue.indexOf(one), 1);
    one.reject(new LogUnavailable('not_applied', 'other large bodies are being read'));
  }

  private rest(): void {
    this.idle = setTimeout(() => this.dropWorker(), limits.idleThread);
    this.idle.unref();
  }

  private dropWorker(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.reportedAt = -1;
  }

  /** Terminates the thread, also in the middle of a body: the next body gets a new thread. */
  private replace(settle: (one: WaitingBody) => void): void {
    this.dropWorker();
    this.endAll(settle);
  }

  private endAll(settle: (one: WaitingBody) => void): void {
    const one = this.queue.shift();
    if (one) settle(one);
    this.startNext();
  }
}
