import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { domain } from '@tocsin/domain/registry.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { rebuild, type RebuildLog } from '@tocsin/platform/views/rebuild.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { viewFaultOf, type ViewFault } from './worker-messages.js';
import type { ViewsProjector } from './views-projector.js';
import type { RebuildOrder, RebuildReply } from './rebuild.worker.js';

/** A rebuild in progress: its position, in ordinals. */
export interface RebuildRunning {
  readonly views: readonly string[];
  readonly ordinal: number;
  readonly target: number;
}

/** The result of the last rebuild; `trouble` is null when it succeeded. */
export interface RebuildResult {
  readonly views: readonly string[];
  readonly at: string;
  readonly trouble: string | null;
}

/** The server, or the worker, is being stopped: the unfinished rebuild is left as it is, and the next start deals with it. */
export class RebuildStopped extends Error {
  constructor() {
    super('the rebuild was stopped');
  }
}

export interface RebuildDependencies {
  readonly projector: Pick<ViewsProjector, 'whilePaused'>;
  readonly now: () => string;
  readonly rooms: RebuildOrder['rooms'];
  readonly masterKey: string | undefined;
  readonly onFault: (fault: ViewFault) => void;
  /** The lists are built without what was over before this. */
  readonly unlistBefore: () => string;
  /** Stores on another server: a worker gains nothing then, because this thread only waits for them. */
  readonly local?: { readonly log: RebuildLog; readonly store: SqlViewStore };
}

type RebuildOptions = Pick<RebuildOrder, 'isParallel' | 'shouldRebuildCauses' | 'shouldScrub'>;

/** Runs rebuilds one at a time, each in its own worker: on SQLite, a rebuild on this thread would block signals and pages. */
export class Rebuilds {
  current: RebuildRunning | null = null;
  last: RebuildResult | null = null;
  private worker: Worker | undefined;
  private readonly queue = new PQueue({ concurrency: 1 });
  private isStopped = false;

  constructor(private readonly dependencies: RebuildDependencies) {}

  /**
   * Rebuilds beside the running projector, which keeps the new rows from then on. Resolves once they are swapped in and the old
   * rows are deleted; with `shouldScrub`, also from the files.
   */
  rebuildBeside(views: readonly AnyView[], { shouldScrub = false }: { readonly shouldScrub?: boolean } = {}): Promise<void> {
    const options = { isParallel: true, shouldRebuildCauses: views.length === domain.views.length, shouldScrub };
    return this.queue.add(() => this.run(views, options));
  }

  /** Builds all views up to the head of the log, while no projector runs. */
  rebuildFromEmpty(views: readonly AnyView[]): Promise<void> {
    return this.queue.add(() => this.run(views, { isParallel: false, shouldRebuildCauses: false, shouldScrub: false }));
  }

  /** Runs work between rebuilds. */
  between(work: () => Promise<void>): Promise<void> {
    return this.queue.add(work);
  }

  /** Pending rebuilds are rejected with RebuildStopped. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.worker?.terminate();
    await this.queue.onIdle();
  }

  private async run(views: readonly AnyView[], options: RebuildOptions): Promise<void> {
    if (this.isStopped) throw new RebuildStopped();
    const names = views.map(({ name }) => name);
    const { rooms, masterKey, now, unlistBefore } = this.dependencies;
    const workerData: RebuildOrder = { rooms, masterKey, views: names, unlistBefore: unlistBefore(), ...options };
    this.current = { views: names, ordinal: 0, target: 0 };
    try {
      if (this.dependencies.local) await this.inThisThread(this.dependencies.local, views, options);
      else {
        this.worker = new Worker(new URL('rebuild.worker.js', import.meta.url), { workerData, name: 'rebuild' });
        await this.watch(this.worker, views);
      }
      this.last = { views: names, at: now(), trouble: null };
    } catch (error) {
      this.last = { views: names, at: now(), trouble: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      this.current = null;
      this.worker = undefined;
    }
  }

  private async inThisThread(
    local: NonNullable<RebuildDependencies['local']>,
    views: readonly AnyView[],
    { isParallel: beside, shouldRebuildCauses: causes, shouldScrub: scrub }: RebuildOptions,
  ): Promise<void> {
    const { projector } = this.dependencies;
    const pause = (work: () => Promise<void>): Promise<void> =>
      projector.whilePaused(async () => {
        await work();
        return views.map(({ name }) => name);
      });
    const onProgress = (progress: { readonly ordinal: number; readonly target: number }): void => {
      if (this.isStopped) throw new RebuildStopped();
      this.current = { ...this.current!, ...progress };
    };
    await rebuild({
      views,
      ...local,
      unlistBefore: this.dependencies.unlistBefore(),
      shouldRebuildCauses: causes,
      ...(beside ? { pause } : {}),
      onProgress,
      onFault: (fault) => this.dependencies.onFault(viewFaultOf(fault)),
    });
    if (scrub) for (const { name } of views) await local.store.scrub(name);
  }

  private watch(worker: Worker, views: readonly AnyView[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const handleMessage = (message: RebuildReply): void => {
        if (message.kind === 'progress') this.current = { ...this.current!, ordinal: message.ordinal, target: message.target };
        else if (message.kind === 'fault') this.dependencies.onFault(message.fault);
        else if (message.kind === 'ready') this.swap(worker, views).catch(reject);
        else if (message.kind === 'done') resolve();
      };
      worker.on('message', handleMessage);
      onThreadEnd(worker, (error) => reject(error ?? new RebuildStopped()));
    });
  }

  /** Pauses the projector; the worker then catches up with it and swaps the tables. */
  private swap(worker: Worker, views: readonly AnyView[]): Promise<void> {
    const { projector } = this.dependencies;
    return projector.whilePaused(async () => {
      const swapped = awaitMessage(worker, 'swapped');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage('swap');
      await swapped;
      return views.map(({ name }) => name);
    });
  }
}

const awaitMessage = (worker: Worker, word: RebuildReply['kind']): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.on('message', ({ kind }: RebuildReply) => kind === word && resolve());
    onThreadEnd(worker, (error) => reject(error ?? new RebuildStopped()));
  });
