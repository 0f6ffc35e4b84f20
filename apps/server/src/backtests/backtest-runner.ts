import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { replayMemory } from '@tocsin/platform/replay/memory.js';
import { removeTemporaryDatabases } from '@tocsin/platform/replay/temporary-database.js';
import { isDiskLow, whileDiskLow } from '../core/disk-space.js';
import type { ServerParts } from '../core/server-parts.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { isOutOfMemory, threadTrouble } from '../core/thread-trouble.js';
import { Uses } from '../core/uses.js';
import type { ImportedLog } from '../imports/imported-log.js';
import { HttpProblem } from '../problems/problem.js';
import { answerOf, BacktestStore, retryAfter, type KeptBacktest } from './backtest-store.js';
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
const importGone = 'Stopped: the import that it reads is not on this server any more. Import the table again.';

/** How often its progress is stored: after each of so many parts. */
const storedSteps = 20;

/** How often a page of differences is tried to be stored, with pauses of `retryAfter`: for five minutes. */
export const pageTries = 61;

interface Running {
  readonly id: string;
  readonly worker: Worker;
  readonly deadline: NodeJS.Timeout;
  readonly unwatch: () => void;
}

type ImportOf = (id: string) => ImportedLog | undefined;

/** Runs one backtest at a time on its own thread and keeps the results. One whose server or thread ended is started again. */
@Injectable()
export class BacktestRunner implements OnModuleDestroy {
  readonly store: BacktestStore;
  protected readonly monotonic: MonotonicClock = systemMonotonicClock;
  /** The folder for temporary files. */
  private readonly room: string;
  private running: Running | null = null;
  private isStarting = false;
  private isEnding = false;
  private cancelLoading: (() => void) | undefined;
  /** Known once the results of an earlier server were read. */
  private importOf: ImportOf | undefined;
  /** Resolves when nothing is being started. */
  private begun: Promise<unknown> = Promise.resolve();

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    this.room = join(parts.folder.room('side'), 'backtests');
    mkdirSync(this.room, { recursive: true, mode: 0o700 });
    removeTemporaryDatabases(this.room);
    this.store = new BacktestStore(
      parts.results,
      limits.backtests,
      (error) => parts.troubles.note('backtest', error),
      (ms, call) => this.monotonic.after(ms, call, { background: true }),
    );
    this.store.onWrittenLater(() => void this.takeUp());
  }

  get isBusy(): boolean {
    return this.running !== null || this.isStarting;
  }

  /** Runs on the live log unless `of` names an imported one. Throws HttpProblem conflict.one_at_a_time while another runs. */
  async start(id: string, by: string, request: BacktestRequest, of?: ImportedLog): Promise<BacktestAnswer> {
    if (this.isBusy) throw new HttpProblem('conflict.one_at_a_time', { what: 'Another backtest' }, undefined, 5);
    return this.starting(async () => {
      const upTo = of?.ordinal ?? (await this.parts.log.head()).ordinal;
      const begun: KeptBacktest = {
        id,
        by,
        at: this.parts.clock.now(),
        request,
        state: 'running',
        progress: { done: 0, of: 0 },
        attempt: 1,
        interrupted: null,
        trouble: null,
        result: null,
        listed: 0,
        order: { upTo, isStopped: false, bytes: 0 },
      };
      return this.begin(begun, of, () => this.settle(id, { state: 'failed', trouble: notStored }));
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
    else if (this.store.get(id)?.state === 'running') void this.settle(id, { state: 'cancelled' });
  }

  /** A running one is started again by the next server. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    this.cancelLoading?.();
    const { running } = this;
    if (running) {
      this.letGo(running);
      const kept = this.store.get(running.id);
      if (kept) void this.store.put({ ...kept, order: { ...kept.order, isStopped: true } });
      await running.worker.terminate();
    }
    await this.begun;
    await this.store.close();
  }

  protected thread(workerData: BacktestThread): Worker {
    return new Worker(new URL('backtest.worker.js', import.meta.url), { workerData, name: 'backtest', resourceLimits: replayMemory });
  }

  /** Earlier releases kept results of a cluster in files. */
  private async adopt(): Promise<void> {
    if (this.parts.config.profile !== 'cluster') return;
    const files = new FileResults(this.room);
    for (const { id, text, error } of await files.all()) {
      try {
        if (error) throw error;
        await this.parts.results.put(id, text);
        await files.remove(id);
      } catch (caught) {
        if (caught instanceof ViewsUnavailable) throw caught;
        // it is left where it is, and keeps no other one
        this.parts.troubles.note('backtest', caught);
      }
    }
  }

  /** Only one is started at a time. */
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

  /** Starts those again that run in the store but not here, the oldest first. One whose row could not be written waits until it is. */
  private async takeUp(): Promise<void> {
    const { importOf } = this;
    if (!importOf) return;
    while (!this.isBusy && !this.isEnding) {
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
      await this.settle(kept.id, { state: 'failed', trouble: notStarted });
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
    const isStored = await this.store.put(kept);
    if (this.store.get(id)?.state !== 'running') return answerOf(this.store.get(id) ?? kept);
    if (this.isEnding) await this.store.put({ ...kept, order: { ...kept.order, isStopped: true } });
    else if (!isStored) await unstored();
    else this.runOr(kept, of);
    return answerOf(this.store.get(id) ?? kept);
  }

  private runOr(kept: KeptBacktest, of: ImportedLog | undefined): void {
    try {
      this.run(kept, of);
    } catch (error) {
      this.parts.troubles.note('backtest', error);
      void this.settle(kept.id, { state: 'failed', trouble: notStarted });
    }
  }

  /** The next attempt, or the end with this reason where it was the last one. */
  private async again(before: KeptBacktest, trouble: string, of: ImportOf): Promise<void> {
    const { id, request, order, progress, attempt } = before;
    const next = order.isStopped ? attempt : attempt + 1;
    const left: KeptBacktest = {
      ...before,
      interrupted: progress.of > 0 ? progress : before.interrupted,
      attempt: Math.min(next, attempts),
      listed: 0,
      order: { ...order, isStopped: false, bytes: 0 },
    };
    const areRemoved = await this.store.removePages(id);
    // it was cancelled meanwhile
    if (this.store.get(id)?.state !== 'running') return;
    // pages of two attempts are never mixed: it waits until these can be removed
    if (!areRemoved) return;
    if (next > attempts) return this.settle(id, { ...left, state: 'failed', trouble });
    const imported = request.log === undefined ? undefined : of(request.log);
    if (request.log !== undefined && !imported) return this.settle(id, { ...left, state: 'failed', trouble: importGone });
    const begun = { ...left, progress: { done: 0, of: 0 } };
    // it waits until its row is written; this attempt is not counted again
    await this.begin(begun, imported, async () => this.store.note({ ...begun, order: { ...begun.order, isStopped: true } }));
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
    if (message.kind === 'progress') this.progressed(kept, { done: message.done, of: message.of });
    else if (message.kind === 'differences') void this.storeDifferences(running, message);
    else if (message.kind === 'done') this.end(id, { state: 'done', result: message.result });
    else {
      if (message.error !== undefined) this.parts.troubles.note('backtest', new Error(message.error));
      this.end(id, { state: 'failed', trouble: message.trouble });
    }
  }

  private progressed(kept: KeptBacktest, progress: BacktestAnswer['progress']): void {
    const step = ({ done, of }: BacktestAnswer['progress']): number => (of === 0 ? -1 : Math.floor((done / of) * storedSteps));
    if (step(progress) > step(kept.progress)) void this.store.put({ ...kept, progress });
    else this.store.note({ ...kept, progress });
  }

  private async storeDifferences(running: Running, { page, rows, listed }: Extract<BacktestReply, { kind: 'differences' }>): Promise<void> {
    const { id, worker } = running;
    const bytes = await this.putPage(running, page, rows);
    const kept = this.store.get(id);
    if (this.running !== running || !kept) {
      // it ended meanwhile; one that is started again writes its pages anew
      if (kept?.state !== 'running') await this.store.removePages(id);
    } else if (bytes === null) this.end(id, { state: 'failed', trouble: notStored });
    else {
      this.store.note({ ...kept, listed, order: { ...kept.order, bytes: kept.order.bytes + bytes } });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage(stored);
    }
  }

  /** The bytes that it takes up; null when it could not be stored. It is tried for some minutes: the thread waits for it. */
  private async putPage(running: Running, page: number, rows: string): Promise<number | null> {
    for (let tries = 1; this.running === running && tries <= pageTries; tries += 1) {
      try {
        return await this.store.putPage(running.id, page, rows);
      } catch (error) {
        this.parts.troubles.note('backtest', error);
      }
      if (tries < pageTries) await new Promise<void>((resolve) => void this.monotonic.after(retryAfter, resolve, { background: true }));
    }
    return null;
  }

  private end(id: string, how: Partial<BacktestAnswer>): void {
    const { running } = this;
    if (running?.id !== id) return;
    this.letGo(running);
    void this.settle(id, how);
    void running.worker.terminate();
    void this.takeUp();
  }

  /** Its end is stored before its pages are removed: a server that ends between the two does not start it again. */
  private async settle(id: string, how: Partial<BacktestAnswer>): Promise<void> {
    const before = this.store.get(id);
    if (!before) return;
    if (how.state === 'done') return void (await this.store.put({ ...before, ...how }));
    const put = this.store.put({ ...before, ...how, listed: 0, order: { ...before.order, bytes: 0 } });
    await Promise.all([put, this.store.removePages(id)]);
  }

  private letGo({ deadline, unwatch }: Running): void {
    this.running = null;
    clearTimeout(deadline);
    unwatch();
  }
}
