import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { backOff } from '@tocsin/contracts/back-off.js';
import { waitForReal } from '@tocsin/platform/clock/wait.js';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Checkpoint, ViewStore } from '@tocsin/platform/views/view-store.js';
import { Waiters } from '@tocsin/platform/views/waiters.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { ProjectorOrder } from './projector.worker.js';
import type { ChangedRow, SavedListener, ViewsProjector } from './views-projector.js';
import { sharedIndexes, type ProjectorRequest, type ProjectorReply, type RowText, type ViewFault } from './worker-messages.js';

/** Before a crashed thread is restarted. */
const pauses = { first: 500, most: 30_000 };
/** Milliseconds after which a thread that was asked to stop is terminated: a save is complete or absent. */
const stopTimeout = 5_000;
/** Interval in milliseconds for telling the thread whether the disk has room for views. */
const diskCheckInterval = 1_000;

export interface ProjectorThreadDependencies extends Pick<ProjectorOrder, 'rooms' | 'masterKey'> {
  readonly store: Pick<ViewStore, 'checkpoint'>;
  /** Used to learn that the log has grown. */
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  readonly hasRoom: () => boolean;
  readonly onSaved: SavedListener;
  readonly onFault: (fault: ViewFault) => void;
  readonly onTrouble: (error: unknown) => void;
}

const toChangedRow = ({ json, ...row }: RowText): ChangedRow => ({ ...row, row: () => JSON.parse(json) as unknown });

/**
 * Runs the projector on a separate thread, so that signals and pages don’t wait for screens. A crash is reported, and the thread restarted from its
 * last save; meanwhile only screens are outdated.
 */
export class ProjectorThread implements ViewsProjector {
  private workerCheckpoint: Checkpoint = { ordinal: 0, logTime: '', token: '' };
  private readonly views = new Set<string>();
  private readonly waiters = new Waiters();
  private readonly state = new SharedArrayBuffer(sharedIndexes.size * Int32Array.BYTES_PER_ELEMENT);
  private readonly flags = new Int32Array(this.state);
  private readonly stopping = new AbortController();
  private worker: Worker | undefined;
  private following: Subscription | undefined;
  private roomTimer: NodeJS.Timeout | undefined;
  private requests = 0;
  /** Crashes since the last start that succeeded. */
  private crashes = 0;
  private readonly queue = new PQueue({ concurrency: 1 });
  /**
   * Callbacks of those who wait for a message of the thread, by message and number. When a thread ends it sends no more, so all of
   * them are called.
   */
  private readonly resolvers = new Map<string, (after?: string | null) => void>();

  constructor(private readonly dependencies: ProjectorThreadDependencies) {}

  get position(): Checkpoint {
    return this.workerCheckpoint;
  }

  async start(views: readonly string[]): Promise<void> {
    for (const view of views) this.views.add(view);
    this.noteCheckpoint(await this.dependencies.store.checkpoint());
    await this.queue.add(() => this.begin());
    this.following ??= this.dependencies.log.follow((await this.dependencies.log.head()).ordinal, () => this.look());
    this.look();
    this.roomTimer ??= setInterval(() => this.lookAtRoom(), diskCheckInterval).unref();
  }

  async waitForToken(token: string, deadlineMs: number): Promise<boolean> {
    return this.workerCheckpoint.token >= token || this.waiters.wait((checkpoint) => checkpoint.token >= token, deadlineMs);
  }

  async waitForOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.workerCheckpoint.ordinal >= ordinal || this.waiters.wait((checkpoint) => checkpoint.ordinal >= ordinal, deadlineMs);
  }

  /** Queued with starts: no thread is started while the work runs. */
  whilePaused(work: () => Promise<readonly string[]>): Promise<void> {
    return this.queue.add(async () => {
      const n = (this.requests += 1);
      const whenHeld = this.waitForReply('holds', n);
      const done = this.waitForReply('done', n);
      this.ask({ ask: 'pause', n });
      await Promise.race([whenHeld, done]);
      let views: readonly string[] = [];
      try {
        views = await work();
        for (const view of views) this.views.add(view);
      } finally {
        this.ask({ ask: 'resume', n, views });
      }
      await done;
    });
  }

  async forget(): Promise<void> {
    await this.request((n) => ({ ask: 'forget', n }));
  }

  unlist(before: string, after: string): Promise<string | null | undefined> {
    return this.request((n) => ({ ask: 'unlist', n, before, after }));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.roomTimer);
    await this.following?.stop();
    this.waiters.end();
    await this.queue.onIdle();
    const { worker } = this;
    if (!worker) return;
    const whenEnded = new Promise((resolve) => worker.once('exit', resolve));
    this.ask({ ask: 'stop' });
    const impatient = setTimeout(() => void worker.terminate(), stopTimeout);
    await whenEnded;
    clearTimeout(impatient);
  }

  private request(requestOf: (n: number) => ProjectorRequest): Promise<string | null | undefined> {
    return this.queue.add(async () => {
      const n = (this.requests += 1);
      const done = this.waitForReply('done', n);
      this.ask(requestOf(n));
      return done;
    });
  }

  /** Resolves when the thread sends this message, or at once when there is no thread. */
  private waitForReply(word: 'holds' | 'done', n: number): Promise<string | null | undefined> {
    if (!this.worker) return Promise.resolve(undefined);
    const key = `${word} ${n}`;
    return new Promise<string | null | undefined>((resolve) => this.resolvers.set(key, resolve)).finally(() => this.resolvers.delete(key));
  }

  private ask(request: ProjectorRequest): void {
    this.worker?.postMessage(request);
  }

  /** Tells the thread to look at the log; once, until it has done so. */
  private look(): void {
    if (Atomics.exchange(this.flags, sharedIndexes.called, 1) === 0) this.ask({ ask: 'look' });
  }

  private lookAtRoom(): void {
    Atomics.store(this.flags, sharedIndexes.full, this.dependencies.hasRoom() ? 0 : 1);
  }

  /** Resolves when a thread follows the log. Rejects with the error with which it ended. */
  private begin(): Promise<void> {
    this.lookAtRoom();
    Atomics.store(this.flags, sharedIndexes.called, 0);
    const { rooms, masterKey } = this.dependencies;
    const workerData: ProjectorOrder = { rooms, masterKey, views: [...this.views], state: this.state };
    const worker = new Worker(new URL('projector.worker.js', import.meta.url), { workerData, name: 'projector' });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let isStarted = false;
      const handlers: { readonly [K in ProjectorReply['kind']]: (message: Extract<ProjectorReply, { readonly kind: K }>) => void } = {
        started: ({ checkpoint }) => {
          isStarted = true;
          this.crashes = 0;
          this.noteCheckpoint(checkpoint);
          resolve();
        },
        at: ({ checkpoint }) => this.noteCheckpoint(checkpoint),
        saved: ({ checkpoint, rows }) => {
          this.noteCheckpoint(checkpoint);
          this.dependencies.onSaved(rows.map(toChangedRow), checkpoint);
        },
        holds: ({ n }) => this.resolvers.get(`holds ${n}`)?.(),
        done: ({ n, after }) => this.resolvers.get(`done ${n}`)?.(after),
        fault: ({ kind: _, ...fault }) => this.dependencies.onFault(fault),
        trouble: ({ message, code }) => this.dependencies.onTrouble(Object.assign(new Error(message), { code })),
      };
      worker.on('message', (message: ProjectorReply) => (handlers[message.kind] as (message: ProjectorReply) => void)(message));
      onThreadEnd(worker, (error) => {
        if (isStarted && error) this.dependencies.onTrouble(error);
        if (this.worker === worker) this.worker = undefined;
        for (const goOn of this.resolvers.values()) goOn();
        if (isStarted) this.restart();
        else reject(error ?? new Error('the projector thread stopped before it started'));
      });
    });
  }

  /** Queued with pauses, so that no thread starts while other code writes to the views. */
  private restart(): void {
    if (this.stopping.signal.aborted) return;
    this.dependencies.onTrouble(new Error('the projector thread stopped and is being restarted. Paging continues.'));
    void this.queue
      .add(async () => {
        const { signal } = this.stopping;
        this.crashes += 1;
        await waitForReal(backOff(this.crashes, pauses), signal);
        if (signal.aborted) return;
        await this.begin();
        this.look();
      })
      .catch((error: unknown) => {
        this.dependencies.onTrouble(error);
        this.restart();
      });
  }

  private noteCheckpoint(checkpoint: Checkpoint): void {
    this.workerCheckpoint = checkpoint;
    this.waiters.notify(checkpoint);
  }
}
