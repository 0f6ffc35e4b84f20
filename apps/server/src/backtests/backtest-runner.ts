import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { replayMemory } from '@tocsin/platform/replay/memory.js';
import { isDiskLow, whileDiskLow } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { threadTrouble } from '../core/thread-trouble.js';
import { Uses } from '../core/uses.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { HttpProblem } from '../problems/problem.js';
import { BacktestStore } from './backtest-store.js';
import type { BacktestReply, BacktestThread, LogToRead } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'log', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const tookTooLong = `Stopped after ${limits.backtests.takesAtMost / duration.hour} h. Choose a shorter period.`;

const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';

interface Running {
  readonly id: string;
  readonly worker: Worker;
  readonly deadline: NodeJS.Timeout;
  readonly unwatch: () => void;
}

/** Runs one backtest at a time on its own thread and keeps the results. */
@Injectable()
export class BacktestRunner implements OnModuleDestroy {
  readonly store: BacktestStore;
  private running: Running | null = null;
  private isStarting = false;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.store = new BacktestStore(join(parts.folder.room('side'), 'backtests'), limits.backtests.kept);
  }

  get isBusy(): boolean {
    return this.running !== null || this.isStarting;
  }

  /** Runs on the live log unless `of` names an imported one. Throws HttpProblem conflict.one_at_a_time while another runs. */
  async start(id: string, by: string, request: BacktestRequest, of?: ImportedLog): Promise<BacktestAnswer> {
    if (this.isBusy) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another backtest' }, undefined, 5);
    this.isStarting = true;
    try {
      return await this.begin(id, by, request, of);
    } finally {
      this.isStarting = false;
    }
  }

  private async begin(id: string, by: string, request: BacktestRequest, of?: ImportedLog): Promise<BacktestAnswer> {
    const { clock, config, folder, log } = this.parts;
    const upTo = of?.ordinal ?? (await log.head()).ordinal;
    const now = clock.now();
    const started: BacktestAnswer = {
      id,
      by,
      at: now,
      request,
      state: 'running',
      progress: { done: 0, of: 0 },
      trouble: null,
      result: null,
    };
    if (isDiskLow(folder)) {
      const refused: BacktestAnswer = { ...started, state: 'failed', trouble: diskNearlyFull };
      this.store.put(refused);
      return refused;
    }
    const { masterKey } = config;
    const toRead: LogToRead =
      !of && config.profile === 'cluster'
        ? { eventStore: config.eventStore!, prefix: config.eventStorePrefix }
        : { room: of?.log ?? folder.room('log') };
    const vault = of?.vault ?? folder.room('vault');
    const workerData: BacktestThread = { log: toRead, vault, temporary: this.store.room, masterKey, request, upTo, now };
    const worker = this.thread(workerData);
    const deadline = setTimeout(() => this.end(id, { state: 'failed', trouble: tookTooLong }), limits.backtests.takesAtMost);
    const unwatch = whileDiskLow(folder, () => this.end(id, { state: 'failed', trouble: diskNearlyFull }));
    this.running = { id, worker, deadline, unwatch };
    this.store.put(started);
    worker.on('message', (message: BacktestReply) => this.hear(id, message));
    const stopped = (error: unknown): void => {
      if (this.running?.id === id) this.parts.troubles.note('backtest', error);
      this.end(id, { state: 'failed', trouble: threadTrouble(error) });
    };
    onThreadEnd(worker, (error) => stopped(error ?? new Error('the thread of a backtest has ended')));
    return started;
  }

  /** Does nothing if the backtest has already ended. */
  cancel(id: string): void {
    this.end(id, { state: 'cancelled' });
  }

  async onModuleDestroy(): Promise<void> {
    const { running } = this;
    if (!running) return;
    this.end(running.id, { state: 'cancelled' });
    await running.worker.terminate();
  }

  protected thread(workerData: BacktestThread): Worker {
    return new Worker(new URL('backtest.worker.js', import.meta.url), { workerData, name: 'backtest', resourceLimits: replayMemory });
  }

  private hear(id: string, message: BacktestReply): void {
    if (message.kind === 'progress') this.change(id, { progress: { done: message.done, of: message.of } });
    else if (message.kind === 'done') this.end(id, { state: 'done', result: message.result });
    else {
      if (message.error !== undefined) this.parts.troubles.note('backtest', new Error(message.error));
      this.end(id, { state: 'failed', trouble: message.trouble });
    }
  }

  private end(id: string, how: Partial<BacktestAnswer>): void {
    if (this.running?.id !== id) return;
    const { worker, deadline, unwatch } = this.running;
    this.running = null;
    clearTimeout(deadline);
    unwatch();
    this.change(id, how);
    void worker.terminate();
  }

  private change(id: string, how: Partial<BacktestAnswer>): void {
    const before = this.store.get(id);
    if (before) this.store.put({ ...before, ...how });
  }
}
