import { Worker } from 'node:worker_threads';
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
export interface RebuildEnded {
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

export interface RebuildParts {
  readonly projector: Pick<ViewsProjector, 'paused'>;
  readonly now: () => string;
  readonly rooms: RebuildOrder['rooms'];
  readonly masterKey: string | undefined;
  readonly onFault: (fault: ViewFault) => void;
  /** Stores on another server: a worker gains nothing then, because this thread only waits for them. */
  readonly here?: { readonly log: RebuildLog; readonly store: SqlViewStore };
}

type How = Pick<RebuildOrder, 'beside' | 'causes' | 'scrub'>;

/** Runs rebuilds one at a time, each in its own worker: on SQLite, a rebuild on this thread would block signals and pages. */
export class Rebuilds {
  running: RebuildRunning | null = null;
  last: RebuildEnded | null = null;
  private worker: Worker | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(private readonly parts: RebuildParts) {}

  /**
   * Rebuilds beside the running projector, which keeps the new rows from then on. Resolves once they are swapped in and the old
   * rows are deleted; with `scrub`, also from the files.
   */
  beside(views: readonly AnyView[], { scrub = false }: { readonly scrub?: boolean } = {}): Promise<void> {
    return this.inTurn(views, { beside: true, causes: views.length === domain.views.length, scrub });
  }

  /** Builds all views up to the head of the log, while no projector runs. */
  fromNothing(views: readonly AnyView[]): Promise<void> {
    return this.inTurn(views, { beside: false, causes: false, scrub: false });
  }

  /** Pending rebuilds are rejected with RebuildStopped. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.worker?.terminate();
    await this.turn;
  }

  private inTurn(views: readonly AnyView[], how: How): Promise<void> {
    const result = this.turn.then(() => this.run(views, how));
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async run(views: readonly AnyView[], how: How): Promise<void> {
    if (this.stopped) throw new RebuildStopped();
    const names = views.map(({ name }) => name);
    const { rooms, masterKey, now } = this.parts;
    const workerData: RebuildOrder = { rooms, masterKey, views: names, ...how };
    this.running = { views: names, ordinal: 0, target: 0 };
    try {
      if (this.parts.here) await this.inThisThread(this.parts.here, views, how);
      else {
        this.worker = new Worker(new URL('rebuild.worker.js', import.meta.url), { workerData, name: 'rebuild' });
        await this.watch(this.worker, views);
      }
      this.last = { views: names, at: now(), trouble: null };
    } catch (error) {
      this.last = { views: names, at: now(), trouble: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      this.running = null;
      this.worker = undefined;
    }
  }

  private async inThisThread(
    here: NonNullable<RebuildParts['here']>,
    views: readonly AnyView[],
    { beside, causes, scrub }: How,
  ): Promise<void> {
    const { projector } = this.parts;
    const pause = (work: () => Promise<void>): Promise<void> =>
      projector.paused(async () => {
        await work();
        return views.map(({ name }) => name);
      });
    const onProgress = (progress: { readonly ordinal: number; readonly target: number }): void => {
      if (this.stopped) throw new RebuildStopped();
      this.running = { ...this.running!, ...progress };
    };
    await rebuild({
      views,
      ...here,
      causes,
      ...(beside ? { pause } : {}),
      onProgress,
      onFault: (fault) => this.parts.onFault(viewFaultOf(fault)),
    });
    if (scrub) for (const { name } of views) await here.store.scrub(name);
  }

  private watch(worker: Worker, views: readonly AnyView[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const hear = (message: RebuildReply): void => {
        if (message.kind === 'progress') this.running = { ...this.running!, ordinal: message.ordinal, target: message.target };
        else if (message.kind === 'fault') this.parts.onFault(message.fault);
        else if (message.kind === 'ready') this.swap(worker, views).catch(reject);
        else if (message.kind === 'done') resolve();
      };
      worker.on('message', hear);
      onThreadEnd(worker, (error) => reject(error ?? new RebuildStopped()));
    });
  }

  /** Pauses the projector; the worker then catches up with it and swaps the tables. */
  private swap(worker: Worker, views: readonly AnyView[]): Promise<void> {
    const { projector } = this.parts;
    return projector.paused(async () => {
      const swapped = saying(worker, 'swapped');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage('swap');
      await swapped;
      return views.map(({ name }) => name);
    });
  }
}

const saying = (worker: Worker, word: RebuildReply['kind']): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.on('message', ({ kind }: RebuildReply) => kind === word && resolve());
    onThreadEnd(worker, (error) => reject(error ?? new RebuildStopped()));
  });
