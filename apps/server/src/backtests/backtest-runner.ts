import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { replayMemory } from '@tocsin/platform/replay/memory.js';
import { removeTemporaryDatabases } from '@tocsin/platform/replay/temporary-database.js';
import { isDiskLow, whileDiskLow } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { isOutOfMemory, threadTrouble } from '../core/thread-trouble.js';
import { Uses } from '../core/uses.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { HttpProblem } from '../problems/problem.js';
import { adoptFiles } from './adopted-files.js';
import { BacktestStore } from './backtest-store.js';
import { answerOf, begunAgain, newBacktest, stoppedInOrder, type KeptBacktest } from './kept-backtest.js';
import { retryAfter } from './retried-writes.js';
import { stored, type BacktestReply, type BacktestThread, type LogToRead } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'log', 'results', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const { attempts, takesAtMost } = limits.backtests;

const tookTooLong = `Stopped after ${takesAtMost / duration.hour} h. Choose a shorter period.`;

const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';

const serverEnded = `Stopped: the server ended while it ran, in each of ${attempts} attempts. Run it again with a shorter period.`;
const threadEnded = `Stopped unexpectedly in each of ${attempts} attempts. Details are in the server log.`;
const notStored = 'Stopped: its result could not be stored. Try again later; details are in the server log.';
const notStarted = 'Stopped: it could not be started. Try again later; details are in the server log.';
const importGone = 'Stopped: the import that it reads is no longer on this server. Import the table again.';

interface Running {
  readonly id: string;
  readonly worker: Worker;
  readonly deadline: NodeJS.Timeout;
  readonly unwatch: () => void;
}

type ImportOf = (id: string) => ImportedLog | undefined;

/** Runs one backtest at a time on its own thread and stores the results. One whose server or thread ended is restarted. */
@Injectable()
export class BacktestRunner implements OnModuleDestroy {
  readonly store: BacktestStore;
  protected readonly monotonic: MonotonicClock = systemMonotonicClock;
  /** The folder for temporary files. */
  private readonly room: string;
  private running: Running | null = null;
  private isStarting = false;
  private isEnding = false;
  /** Another server has taken over: nothing that is left is started here. */
  private isDeposed = false;
  private cancelLoading: (() => void) | undefined;
  /** Known once the results of an earlier server were read. */
  private importOf: ImportOf | undefined;
  /** Resolves when nothing is being started. */
  private begun: Promise<unknown> = Promise.resolve();

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.room = join(parts.folder.room('side'), 'backtests');
    mkdirSync(this.room, { recursive: true, mode: 0o700 });
    removeTemporaryDatabases(this.room);
    this.store = new BacktestStore(parts.results, {
      most: limits.backtests,
      owner: v7(),
      onTrouble: (error) => parts.troubles.note('backtest', error),
      after: (ms, call) => this.monotonic.after(ms, call, { background: true }),
    });
    this.store.onWrittenLater(() => void this.takeUp());
    this.store.onTakenOver((id) => this.takenOver(id));
  }

  get isBusy(): boolean {
    return this.running !== null || this.isStarting;
  }

  /** Runs on the live log unless `of` names an imported one. Throws HttpProblem conflict.one_at_a_time while another runs. */
  async start(id: string, by: string, request: BacktestRequest, of?: ImportedLog): Promise<BacktestAnswer> {
    if (this.isBusy) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another backtest' }, undefined, 5);
    return this.starting(async () => {
      const upTo = of?.ordinal ?? (await this.parts.log.head()).ordinal;
      const begun = newBacktest({ id, by, at: this.parts.clock.now(), request }, upTo);
      return this.begin(begun, of, () => this.store.settle(id, { state: 'failed', trouble: notStored }));
    });
  }

  /** Starts again what an earlier server was running when it ended. Resolves when that is known; `of` finds an import. */
  async resume(of: ImportOf): Promise<void> {
    try {
      await this.adopt();
      await this.store.ready();
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      this.cancelLoading = this.monotonic.after(retryAfter, () => void this.resume(of), { background: true });
      return;
    }
    this.importOf = of;
    await this.takeUp();
  }

  /** Does nothing if the backtest has already ended. */
  cancel(id: string): void {
    if (this.running?.id === id) this.end(id, { state: 'cancelled' });
    else if (this.store.get(id)?.state === 'running') void this.store.settle(id, { state: 'cancelled' });
  }

  /** A running one is restarted by the next server. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    this.cancelLoading?.();
    const { running } = this;
    if (running) {
      this.letGo(running);
      const kept = this.store.get(running.id);
      if (kept) void this.store.put(stoppedInOrder(kept));
      await running.worker.terminate();
    }
    await this.begun;
    await this.store.close();
  }

  protected thread(workerData: BacktestThread): Worker {
    return new Worker(new URL('backtest.worker.js', import.meta.url), { workerData, name: 'backtest', resourceLimits: replayMemory });
  }

  /** Earlier releases stored results of a cluster in files. */
  private async adopt(): Promise<void> {
    const { config, results, troubles } = this.parts;
    if (config.profile === 'cluster') await adoptFiles(this.room, results, (error) => troubles.note('backtest', error));
  }

  /** Serialises starts. */
  private async starting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.isStarting = true;
    const answer = work();
    this.begun = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      this.isStarting = false;
    }
  }

  /** Restarts the ones that run in the store but not here, oldest first. One whose row could not be written waits until it is. */
  private async takeUp(): Promise<void> {
    const { importOf } = this;
    if (!importOf) return;
    while (!this.isBusy && !this.isEnding && !this.isDeposed) {
      const next = this.store.all().findLast(({ id, state }) => state === 'running' && this.store.isStored(id));
      if (!next) return;
      await this.startAgain(next, serverEnded, importOf);
    }
  }

  private async startAgain(kept: KeptBacktest, trouble: string, of: ImportOf): Promise<void> {
    try {
      await this.starting(() => this.again(kept, trouble, of));
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      await this.store.settle(kept.id, { state: 'failed', trouble: notStarted });
    }
  }

  /** `unstored` when its row could not be stored: then it does not run. */
  private async begin(kept: KeptBacktest, of: ImportedLog | undefined, unstored: () => Promise<void>): Promise<BacktestAnswer> {
    const { id } = kept;
    if (isDiskLow(this.parts.folder)) {
      await this.store.put({ ...kept, state: 'failed', trouble: diskNearlyFull });
      return answerOf(this.store.get(id)!);
    }
    // it is stored before it runs: what ends the server is counted
    const isStored = await this.store.begin(kept);
    const isOver = this.store.get(id)?.state !== 'running' || this.store.isTakenOver(id);
    if (isOver) return answerOf(this.store.get(id) ?? kept);
    if (this.isEnding) await this.store.put(stoppedInOrder(kept));
    else if (!isStored) await unstored();
    else this.runOr(kept, of);
    return answerOf(this.store.get(id) ?? kept);
  }

  private runOr(kept: KeptBacktest, of: ImportedLog | undefined): void {
    try {
      this.run(kept, of);
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      void this.store.settle(kept.id, { state: 'failed', trouble: notStarted });
    }
  }

  /** The next attempt, or the end with this reason where it was the last one. */
  private async again(before: KeptBacktest, trouble: string, of: ImportOf): Promise<void> {
    const { id, request } = before;
    const next = begunAgain(before);
    const { interrupted } = next;
    if (next.attempt > attempts) return this.store.settle(id, { state: 'failed', trouble, interrupted });
    const imported = request.log === undefined ? undefined : of(request.log);
    if (request.log !== undefined && !imported) return this.store.settle(id, { state: 'failed', trouble: importGone, interrupted });
    // it waits until its row is written; this attempt is not counted again
    await this.begin(next, imported, async () => this.store.note(stoppedInOrder(next)));
  }

  private run({ id, at, request, order: { upTo } }: KeptBacktest, of: ImportedLog | undefined): void {
    const { config, folder } = this.parts;
    const toRead: LogToRead =
      !of && config.profile === 'cluster'
        ? { eventStore: config.eventStore!, prefix: config.eventStorePrefix }
        : { room: of?.log ?? folder.room('log') };
    const vault = of?.vault ?? folder.room('vault');
    const { masterKey } = config;
    const worker = this.thread({ log: toRead, vault, temporary: this.room, masterKey, request, upTo, now: at });
    const deadline = setTimeout(() => this.end(id, { state: 'failed', trouble: tookTooLong }), takesAtMost);
    const unwatch = whileDiskLow(folder, () => this.end(id, { state: 'failed', trouble: diskNearlyFull }));
    const running = { id, worker, deadline, unwatch };
    this.running = running;
    worker.on('message', (message: BacktestReply) => this.hear(running, message));
    onThreadEnd(worker, (error) => this.stopped(running, error ?? new Error('the thread of a backtest has ended'), of));
  }

  private stopped(running: Running, error: Error, of: ImportedLog | undefined): void {
    if (this.running !== running) return;
    this.parts.troubles.note('backtest', error);
    const { id } = running;
    // the same events need the same memory again
    if (isOutOfMemory(error)) return this.end(id, { state: 'failed', trouble: threadTrouble(error) });
    const kept = this.store.get(id);
    if (!kept) return this.letGo(running);
    this.letGo(running);
    void this.startAgain(kept, threadEnded, () => of).then(() => this.takeUp());
  }

  private hear(running: Running, message: BacktestReply): void {
    const { id } = running;
    const kept = this.store.get(id);
    if (this.running !== running || !kept) return;
    if (message.kind === 'progress') this.store.progressed(kept, { done: message.done, of: message.of });
    else if (message.kind === 'differences') void this.storeDifferences(running, message);
    else if (message.kind === 'done') this.end(id, { state: 'done', result: message.result });
    else {
      if (message.error !== undefined) this.parts.troubles.note('backtest', new Error(message.error));
      this.end(id, { state: 'failed', trouble: message.trouble });
    }
  }

  private async storeDifferences(running: Running, { page, rows, listed }: Extract<BacktestReply, { kind: 'differences' }>): Promise<void> {
    const { id, worker } = running;
    const bytes = await this.store.putPage(id, page, rows, () => this.running === running);
    const kept = this.store.get(id);
    if (this.running !== running || !kept) {
      // it ended meanwhile; a restarted one writes its pages again
      if (kept?.state !== 'running') await this.store.removePages(id);
    } else if (bytes === null) this.end(id, { state: 'failed', trouble: notStored });
    else {
      this.store.note({ ...kept, listed, order: { ...kept.order, bytes: kept.order.bytes + bytes } });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage(stored);
    }
  }

  private end(id: string, how: Partial<BacktestAnswer>): void {
    const { running } = this;
    if (running?.id !== id) return;
    this.letGo(running);
    void this.store.settle(id, how);
    void running.worker.terminate();
    void this.takeUp();
  }

  /** Stops its thread; results stored by the other server stay. */
  private takenOver(id: string): void {
    this.isDeposed = true;
    const { running } = this;
    if (running?.id !== id) return;
    this.letGo(running);
    void running.worker.terminate();
  }

  private letGo({ deadline, unwatch }: Running): void {
    this.running = null;
    clearTimeout(deadline);
    unwatch();
  }
}
