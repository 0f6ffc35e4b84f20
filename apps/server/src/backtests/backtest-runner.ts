import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 } from 'uuid';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { replayMemory } from '@tocsin/platform/replay/memory.js';
import { removeTemporaryDatabases } from '@tocsin/platform/replay/temporary-database.js';
import { isDiskLow, watchDiskSpace } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { isOutOfMemory, describeThreadError } from '../core/thread-errors.js';
import { Uses } from '../core/injection.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { HttpProblem } from '../problems/problem.js';
import { BacktestStore } from './backtest-store.js';
import { answerOf, restartBacktest, createBacktest, markStopped, type StoredBacktest } from './stored-backtest.js';
import { retryAfter } from './retried-writes.js';
import { storedMessage, type BacktestReply, type BacktestThread, type LogToRead } from './worker-messages.js';

const dependencies = ['clock', 'config', 'folder', 'log', 'results', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const { attempts, takesAtMost } = backtestLimits.backtests;

const tookTooLong = `Stopped after ${takesAtMost / duration.hour} h. Choose a shorter period.`;

const diskNearlyFull = 'Stopped: the disk is nearly full. Free some space, then run the backtest again.';

const serverEnded = `Stopped: the server ended while it ran, in each of ${attempts} attempts. Run it again with a shorter period.`;
const threadEnded = `Stopped unexpectedly in each of ${attempts} attempts. Details are in the server log.`;
const notStored = 'Stopped: its result could not be stored. Try again later; details are in the server log.';
const notStarted = 'Stopped: it could not be started. Try again later; details are in the server log.';
const importMissing = 'Stopped: the import that it reads is no longer on this server. Import the table again.';

interface RunningBacktest {
  readonly id: string;
  readonly worker: Worker;
  readonly deadline: NodeJS.Timeout;
  readonly unwatch: () => void;
}

/** All of it was read: the last message about progress may have come some events before. */
const wholeOf = ({ done, of }: BacktestAnswer['progress']): BacktestAnswer['progress'] => ({
  done: Math.max(done, of),
  of: Math.max(done, of),
});

const doneWith = ({ kind: _, ...found }: Extract<BacktestReply, { kind: 'done' }>): Partial<BacktestAnswer> => found;

type FindImport = (id: string) => ImportedLog | undefined;

/** Runs one backtest at a time on its own thread and stores the results. One whose server or thread ended is restarted. */
@Injectable()
export class BacktestRunner implements OnModuleDestroy {
  readonly store: BacktestStore;
  protected readonly monotonic: MonotonicClock = systemMonotonicClock;
  /** The folder for temporary files. */
  private readonly room: string;
  private current: RunningBacktest | null = null;
  private isStarting = false;
  private isEnding = false;
  /** Another server has taken over: nothing that is left is started here. */
  private isDeposed = false;
  private cancelLoading: (() => void) | undefined;
  /** Known once the results of an earlier server were read. */
  private importOf: FindImport | undefined;
  /** Resolves when nothing is being started. */
  private startup: Promise<unknown> = Promise.resolve();

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.room = join(parts.folder.room('side'), 'backtests');
    mkdirSync(this.room, { recursive: true, mode: 0o700 });
    removeTemporaryDatabases(this.room);
    this.store = new BacktestStore(parts.results, {
      most: backtestLimits.backtests,
      owner: v7(),
      onTrouble: (error) => parts.troubles.note('backtest', error),
      after: (ms, call) => this.monotonic.after(ms, call, { isBackground: true }),
    });
    this.store.onWrittenLater(() => void this.takeUp());
    this.store.onTakenOver((id) => this.handleTakeover(id));
  }

  get isBusy(): boolean {
    return this.current !== null || this.isStarting;
  }

  /** Runs on the live log unless `of` names an imported one. Throws HttpProblem conflict.one_at_a_time while another runs. */
  async start(id: string, by: string, request: BacktestRequest, of?: ImportedLog): Promise<BacktestAnswer> {
    if (this.isBusy) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another backtest' }, undefined, 5);
    return this.whileStarting(async () => {
      const upTo = of?.ordinal ?? (await this.parts.log.head()).ordinal;
      const created = createBacktest({ id, by, at: this.parts.clock.now(), request }, upTo);
      return this.begin(created, of, () => this.store.settle(id, { state: 'failed', trouble: notStored }));
    });
  }

  /** Starts again what an earlier server was running when it ended. Resolves when that is known; `of` finds an import. */
  async resume(of: FindImport): Promise<void> {
    try {
      await this.store.whenReady();
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      this.cancelLoading = this.monotonic.after(retryAfter, () => void this.resume(of), { isBackground: true });
      return;
    }
    this.importOf = of;
    await this.takeUp();
  }

  /** Does nothing if the backtest has already ended. */
  cancel(id: string): void {
    if (this.current?.id === id) this.end(id, { state: 'cancelled' });
    else if (this.store.get(id)?.state === 'running') void this.store.settle(id, { state: 'cancelled' });
  }

  /** A running one is restarted by the next server. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    this.cancelLoading?.();
    const { current: running } = this;
    if (running) {
      this.release(running);
      const runningRow = this.store.get(running.id);
      if (runningRow) void this.store.put(markStopped(runningRow));
      await running.worker.terminate();
    }
    await this.startup;
    await this.store.close();
  }

  protected createThread(workerData: BacktestThread): Worker {
    return new Worker(new URL('backtest.worker.js', import.meta.url), { workerData, name: 'backtest', resourceLimits: replayMemory });
  }

  /** Serialises starts. */
  private async whileStarting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.isStarting = true;
    const answer = work();
    this.startup = answer.catch(() => undefined);
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
      await this.restartBacktest(next, serverEnded, importOf);
    }
  }

  private async restartBacktest(earlier: StoredBacktest, failureText: string, of: FindImport): Promise<void> {
    try {
      await this.whileStarting(() => this.restart(earlier, failureText, of));
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      await this.store.settle(earlier.id, { state: 'failed', trouble: notStarted });
    }
  }

  /** `unstored` when its row could not be stored: then it does not run. */
  private async begin(backtest: StoredBacktest, of: ImportedLog | undefined, unstored: () => Promise<void>): Promise<BacktestAnswer> {
    const { id } = backtest;
    if (isDiskLow(this.parts.folder)) {
      await this.store.put({ ...backtest, state: 'failed', trouble: diskNearlyFull });
      return answerOf(this.store.get(id)!);
    }
    // it is stored before it runs: what ends the server is counted
    const isStored = await this.store.begin(backtest);
    const isOver = this.store.get(id)?.state !== 'running' || this.store.isTakenOver(id);
    if (isOver) return answerOf(this.store.get(id) ?? backtest);
    if (this.isEnding) await this.store.put(markStopped(backtest));
    else if (!isStored) await unstored();
    else this.runOr(backtest, of);
    return answerOf(this.store.get(id) ?? backtest);
  }

  private runOr(backtest: StoredBacktest, of: ImportedLog | undefined): void {
    try {
      this.run(backtest, of);
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      void this.store.settle(backtest.id, { state: 'failed', trouble: notStarted });
    }
  }

  /** The next attempt, or the end with this reason where it was the last one. */
  private async restart(before: StoredBacktest, failureText: string, of: FindImport): Promise<void> {
    const { id, request } = before;
    const next = restartBacktest(before);
    const { interrupted } = next;
    if (next.attempt > attempts) return this.store.settle(id, { state: 'failed', trouble: failureText, interrupted });
    const imported = request.log === undefined ? undefined : of(request.log);
    if (request.log !== undefined && !imported) return this.store.settle(id, { state: 'failed', trouble: importMissing, interrupted });
    // it waits until its row is written; this attempt is not counted again
    await this.begin(next, imported, async () => this.store.note(markStopped(next)));
  }

  private run({ id, at, request, order: { upTo } }: StoredBacktest, of: ImportedLog | undefined): void {
    const { config, folder } = this.parts;
    const toRead: LogToRead =
      !of && config.profile === 'cluster'
        ? { eventStore: config.eventStore!, prefix: config.eventStorePrefix }
        : { room: of?.log ?? folder.room('log') };
    const vault = of?.vault ?? folder.room('vault');
    const { masterKey } = config;
    const worker = this.createThread({ log: toRead, vault, temporary: this.room, masterKey, request, upTo, now: at });
    const deadline = setTimeout(() => this.end(id, { state: 'failed', trouble: tookTooLong }), takesAtMost);
    const unwatch = watchDiskSpace(folder, () => this.end(id, { state: 'failed', trouble: diskNearlyFull }));
    const started = { id, worker, deadline, unwatch };
    this.current = started;
    worker.on('message', (message: BacktestReply) => this.handleMessage(started, message));
    onThreadEnd(worker, (error) => this.handleStop(started, error ?? new Error('the thread of a backtest has ended'), of));
  }

  private handleStop(stoppedRun: RunningBacktest, error: Error, of: ImportedLog | undefined): void {
    if (this.current !== stoppedRun) return;
    this.parts.troubles.note('backtest', error);
    const { id } = stoppedRun;
    // the same events need the same memory again
    if (isOutOfMemory(error)) return this.end(id, { state: 'failed', trouble: describeThreadError(error) });
    const stoppedRow = this.store.get(id);
    if (!stoppedRow) return this.release(stoppedRun);
    this.release(stoppedRun);
    void this.restartBacktest(stoppedRow, threadEnded, () => of).then(() => this.takeUp());
  }

  private handleMessage(currentRun: RunningBacktest, message: BacktestReply): void {
    const { id } = currentRun;
    const row = this.store.get(id);
    if (this.current !== currentRun || !row) return;
    if (message.kind === 'progress') this.store.recordProgress(row, { done: message.done, of: message.of });
    else if (message.kind === 'differences') void this.storeDifferences(currentRun, message);
    else if (message.kind === 'done') this.end(id, { state: 'done', ...doneWith(message), progress: wholeOf(row.progress) });
    else {
      if (message.error !== undefined) this.parts.troubles.note('backtest', new Error(message.error));
      this.end(id, { state: 'failed', trouble: message.trouble });
    }
  }

  private async storeDifferences(
    currentRun: RunningBacktest,
    { page, rows, listed }: Extract<BacktestReply, { kind: 'differences' }>,
  ): Promise<void> {
    const { id, worker } = currentRun;
    const bytes = await this.store.putPage(id, page, rows, () => this.current === currentRun);
    const row = this.store.get(id);
    if (this.current !== currentRun || !row) {
      // it ended meanwhile; a restarted one writes its pages again
      if (row?.state !== 'running') await this.store.removePages(id);
    } else if (bytes === null) this.end(id, { state: 'failed', trouble: notStored });
    else {
      this.store.note({ ...row, listed, order: { ...row.order, bytes: row.order.bytes + bytes } });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage(storedMessage);
    }
  }

  private end(id: string, endChange: Partial<BacktestAnswer>): void {
    const { current: running } = this;
    if (running?.id !== id) return;
    this.release(running);
    void this.store.settle(id, endChange);
    void running.worker.terminate();
    void this.takeUp();
  }

  /** Stops its thread; results stored by the other server stay. */
  private handleTakeover(id: string): void {
    this.isDeposed = true;
    const { current: running } = this;
    if (running?.id !== id) return;
    this.release(running);
    void running.worker.terminate();
  }

  private release({ deadline, unwatch }: RunningBacktest): void {
    this.current = null;
    clearTimeout(deadline);
    unwatch();
  }
}
