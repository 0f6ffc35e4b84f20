import type { foldedShown } from '@tocsin/contracts/health.js';
import { domain } from '@tocsin/domain/registry.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { refold } from '@tocsin/platform/feed/refold.js';
import type { z } from 'zod';
import type { OpenedDependencies } from './parts.js';

/** The views that senders’ routes need. Few events change them, so they can reach the head of the log before everything else. */
const endpointViews = new Set(['integrations', 'lookupTables', 'mappings']);

/** Progress of the fold. If no view needs folding, only the end of the log is read. */
export type FoldProgress = z.infer<typeof foldedShown>;

type FoldDependencies = Pick<OpenedDependencies, 'log' | 'decode' | 'memory' | 'feed' | 'snapshots'>;

/** Brings memory to the head of the log at start: first the views for senders, then the rest that new code or a lost file made stale. */
export class StartupFold {
  isDone = false;
  private views: readonly AnyView[] = [];
  private target = 0;
  private at = 0;
  private events = 0;
  private began = 0;
  private seconds = 0;

  constructor(private readonly dependencies: FoldDependencies) {}

  /** Resolves when memory knows all keys on the log. Rejects with the error of the log or of an event. */
  async foldForEndpoints(): Promise<void> {
    const { log } = this.dependencies;
    const { ordinal } = await log.head();
    await refold(
      this.dependencies,
      domain.memory.filter(({ name }) => endpointViews.has(name)),
      ordinal,
    );
  }

  /** Resolves when memory has read the whole log. Rejects like `foldForEndpoints`. */
  async all(): Promise<void> {
    const { memory, feed, snapshots, log } = this.dependencies;
    this.began = performance.now();
    const staleViews = memory.ordinal === 0 ? memory.views : memory.viewsBehind();
    this.views = domain.memory.filter(({ name }) => staleViews.includes(name));
    if (memory.ordinal > 0 && this.views.length > 0) await this.refoldViews(this.views);
    else this.target = (await log.head()).ordinal;
    await feed.start();
    this.seconds = this.elapsedSeconds();
    if (memory.ordinal > 0 && this.at === 0) [this.at, this.events] = [memory.ordinal, memory.ordinal];
    this.isDone = true;
    if (this.views.length > 0) void snapshots.write();
  }

  /** The current state while folding runs; afterwards its result. */
  state(): FoldProgress {
    const { memory } = this.dependencies;
    const ordinal = Math.min(this.at || memory.ordinal, this.target);
    const events = this.events || ordinal;
    const seconds = this.isDone ? this.seconds : this.elapsedSeconds();
    const eventsPerSecond = Math.round(events / Math.max(seconds, 0.001));
    return { views: this.views.map(({ name }) => name), ordinal, target: this.target, events, eventsPerSecond };
  }

  private async refoldViews(views: readonly AnyView[]): Promise<void> {
    this.target = this.dependencies.memory.ordinal;
    const onProgress = (at: number, events: number): void => {
      [this.at, this.events] = [at, events];
    };
    await refold({ ...this.dependencies, onProgress }, views, this.target);
    this.seconds = this.elapsedSeconds();
  }

  private elapsedSeconds(): number {
    return (performance.now() - this.began) / 1_000;
  }
}
