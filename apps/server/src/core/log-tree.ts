import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { duration } from '@tocsin/contracts/duration.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { LogChanged } from '@tocsin/platform/proof/earlier-digests.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { TreeKeeper, type ReadPage, type TreeHead } from '@tocsin/platform/proof/tree-keeper.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { FromTree, ToTree, TreeOrder } from './tree.worker.js';

/** What hashes: on a thread, or here where there is only one. */
export interface Hashing {
  readonly hasEnded?: Error | null;
  keepUp(): Promise<TreeHead | null>;
  close(): Promise<void> | void;
}

const eventsPerPage = 500;
/** Milliseconds of real time. */
const closeTimeout = 2_000;
/** A thread that has ended is replaced, but not at once: why it ended may last. */
const threadEvery = 10 * duration.minute;
const pagesOf =
  (log: Pick<EventLog, 'readAll'>): ReadPage =>
  (after) =>
    log.readAll({ after, limit: eventsPerPage });

/** The thread that hashes: it reads the log itself if it can, else it asks for pages. */
class HashingThread implements Hashing {
  private readonly worker: Worker;
  private waiting: { resolve(head: TreeHead | null): void; reject(error: Error): void } | undefined;
  hasEnded: Error | null = null;

  constructor(
    order: TreeOrder,
    private readonly readPage: ReadPage,
  ) {
    this.worker = new Worker(new URL('tree.worker.js', import.meta.url), { workerData: order, name: 'tree' });
    this.worker.on('message', (message: FromTree) => this.handle(message));
    onThreadEnd(this.worker, (error) => {
      this.hasEnded = error ?? new Error('the thread that hashes the log has ended');
      this.waiting?.reject(this.hasEnded);
    });
  }

  keepUp(): Promise<TreeHead | null> {
    if (this.hasEnded) return Promise.reject(this.hasEnded);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.send({ kind: 'keepUp' });
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private handle(message: FromTree): void {
    if (message.kind === 'page') return void this.handOver(message.after);
    if (message.kind === 'head') return this.waiting?.resolve(message.head);
    this.waiting?.reject(message.isChanged ? new LogChanged(message.message) : new Error(message.message));
  }

  private async handOver(after: number): Promise<void> {
    const events = await Promise.resolve(this.readPage(after)).catch(() => null);
    this.send({ kind: 'page', events });
  }

  private send(message: ToTree): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.worker.postMessage(message);
  }
}

export interface TreeOptions extends TreeOrder {
  readonly log: Pick<EventLog, 'readAll'>;
  /** The log’s last ordinal by now. */
  readonly head: number;
  readonly hasOneThread: boolean;
  readonly monotonic?: Pick<MonotonicClock, 'now'>;
}

/** The hashes over the log: it follows the log on a thread of its own, and nothing that pages waits for it. */
export class LogTree {
  private hashing: Hashing;
  private startedAt: number;
  private currentRun: Promise<TreeHead | null> | undefined;
  private isOver = false;

  constructor(private readonly options: TreeOptions) {
    const { dir, log, head, hasOneThread } = options;
    this.startedAt = this.now();
    const stored = StoredTree.open(dir, head);
    if (hasOneThread) this.hashing = new TreeKeeper(stored, pagesOf(log), dir);
    else {
      stored.close();
      this.hashing = this.startThread();
    }
  }

  /**
   * Hashes what was appended since, and resolves with the tree over at least what was on the log when it was called; null once the log was found changed.
   * Rejects with LogChanged, once, when it is.
   */
  async keepUp(): Promise<TreeHead | null> {
    if (this.isOver) return null;
    await this.currentRun?.catch(() => null);
    if (this.hashing.hasEnded && this.now() - this.startedAt >= threadEvery) {
      this.startedAt = this.now();
      this.hashing = this.startThread();
    }
    this.currentRun ??= this.hashing.keepUp().finally(() => (this.currentRun = undefined));
    return this.currentRun;
  }

  /** What could not be hashed in time is hashed after the next start. */
  async close(): Promise<void> {
    await Promise.race([this.keepUp().catch(() => null), pause(closeTimeout, null, { ref: false })]);
    this.isOver = true;
    await this.hashing.close();
  }

  protected startThread(): Hashing {
    const { dir, isLogHere, log } = this.options;
    return new HashingThread({ dir, isLogHere }, pagesOf(log));
  }

  private now(): number {
    return (this.options.monotonic ?? systemMonotonicClock).now();
  }
}
