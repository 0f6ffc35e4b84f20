import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EventLog, Subscription } from '@tocsin/platform/event-log/event-log.js';
import type { Checkpoint, ViewStore } from '@tocsin/platform/views/view-store.js';
import { Waiters } from '@tocsin/platform/views/waiters.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { ProjectorOrder } from './projector.worker.js';
import type { ChangedRow, SavedListener, ViewsProjector } from './views-projector.js';
import { shared, type ProjectorRequest, type ProjectorReply, type RowText, type ViewFault } from './worker-messages.js';

/** Milliseconds before a crashed thread is restarted; doubled each time until a start succeeds. */
const firstBackOff = 500;
const longestBackOff = 30_000;
/** Milliseconds after which a thread that was asked to stop is terminated: a save is complete or absent. */
const stopTimeout = 5_000;
/** Interval in milliseconds for telling the thread whether the disk has room for views. */
const diskCheckInterval = 1_000;

export interface ProjectorBesideParts extends Pick<ProjectorOrder, 'rooms' | 'masterKey'> {
  readonly store: Pick<ViewStore, 'checkpoint'>;
  /** Used to learn that the log has grown. */
  readonly log: Pick<EventLog, 'follow' | 'head'>;
  readonly hasRoom: () => boolean;
  readonly onSaved: SavedListener;
  readonly onFault: (fault: ViewFault) => void;
  readonly onTrouble: (error: unknown) => void;
}

const changed = ({ json, ...row }: RowText): ChangedRow => ({ ...row, row: () => JSON.parse(json) as unknown });

/**
 * Runs the projector on a separate thread, so that signals and pages don’t wait for screens. A crash is reported, and the thread restarted from its
 * last save; meanwhile only screens are outdated.
 */
export class ProjectorBeside implements ViewsProjector {
  private here: Checkpoint = { ordinal: 0, logTime: '', token: '' };
  private readonly views = new Set<string>();
  private readonly waiters = new Waiters();
  private readonly state = new SharedArrayBuffer(shared.size * Int32Array.BYTES_PER_ELEMENT);
  private readonly flags = new Int32Array(this.state);
  private readonly stopping = new AbortController();
  private worker: Worker | undefined;
  private following: Subscription | undefined;
  private roomTimer: NodeJS.Timeout | undefined;
  private requests = 0;
  private rest = firstBackOff;
  private turn: Promise<unknown> = Promise.resolve();
  /**
   * Callbacks of those who wait for a message of the thread, by message and number. When a thread ends it sends no more, so all of
   * them are called.
   */
  private readonly awaited = new Map<string, () => void>();

  constructor(private readonly parts: ProjectorBesideParts) {}

  get position(): Checkpoint {
    return this.here;
  }

  async start(views: readonly string[]): Promise<void> {
    for (const view of views) this.views.add(view);
    this.moved(await this.parts.store.checkpoint());
    await this.inTurn(() => this.begin());
    this.following ??= this.parts.log.follow((await this.parts.log.head()).ordinal, () => this.look());
    this.look();
    this.roomTimer ??= setInterval(() => this.lookAtRoom(), diskCheckInterval).unref();
  }

  async reached(token: string, deadlineMs: number): Promise<boolean> {
    return this.here.token >= token || this.waiters.wait((checkpoint) => checkpoint.token >= token, deadlineMs);
  }

  async reachedOrdinal(ordinal: number, deadlineMs: number): Promise<boolean> {
    return this.here.ordinal >= ordinal || this.waiters.wait((checkpoint) => checkpoint.ordinal >= ordinal, deadlineMs);
  }

  /** Queued with starts: no thread is started while the work runs. */
  paused(work: () => Promise<readonly string[]>): Promise<void> {
    return this.inTurn(async () => {
      const n = (this.requests += 1);
      const holds = this.reply('holds', n);
      const done = this.reply('done', n);
      this.ask({ ask: 'pause', n });
      await Promise.race([holds, done]);
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

  forget(): Promise<void> {
    return this.inTurn(async () => {
      const n = (this.requests += 1);
      const done = this.reply('done', n);
      this.ask({ ask: 'forget', n });
      await done;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.roomTimer);
    await this.following?.stop();
    this.waiters.end();
    await this.turn;
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.ask({ ask: 'stop' });
    const impatient = setTimeout(() => void worker.terminate(), stopTimeout);
    await ended;
    clearTimeout(impatient);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  /** Resolves when the thread sends this message, or at once when there is no thread. */
  private reply(word: 'holds' | 'done', n: number): Promise<void> {
    if (!this.worker) return Promise.resolve();
    const key = `${word} ${n}`;
    return new Promise<void>((resolve) => this.awaited.set(key, resolve)).finally(() => this.awaited.delete(key));
  }

  private ask(request: ProjectorRequest): void {
    this.worker?.postMessage(request);
  }

  /** Tells the thread to look at the log; once, until it has done so. */
  private look(): void {
    if (Atomics.exchange(this.flags, shared.called, 1) === 0) this.ask({ ask: 'look' });
  }

  private lookAtRoom(): void {
    Atomics.store(this.flags, shared.full, this.parts.hasRoom() ? 0 : 1);
  }

  /** Resolves when a thread follows the log. Rejects with the error with which it ended. */
  private begin(): Promise<void> {
    this.lookAtRoom();
    Atomics.store(this.flags, shared.called, 0);
    const { rooms, masterKey } = this.parts;
    const workerData: ProjectorOrder = { rooms, masterKey, views: [...this.views], state: this.state };
    const worker = new Worker(new URL('projector.worker.js', import.meta.url), { workerData, name: 'projector' });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let isStarted = false;
      const hear: { readonly [K in ProjectorReply['kind']]: (message: Extract<ProjectorReply, { readonly kind: K }>) => void } = {
        started: ({ checkpoint }) => {
          isStarted = true;
          this.rest = firstBackOff;
          this.moved(checkpoint);
          resolve();
        },
        at: ({ checkpoint }) => this.moved(checkpoint),
        saved: ({ checkpoint, rows }) => {
          this.moved(checkpoint);
          this.parts.onSaved(rows.map(changed), checkpoint);
        },
        holds: ({ n }) => this.awaited.get(`holds ${n}`)?.(),
        done: ({ n }) => this.awaited.get(`done ${n}`)?.(),
        fault: ({ kind: _, ...fault }) => this.parts.onFault(fault),
        trouble: ({ message, code }) => this.parts.onTrouble(Object.assign(new Error(message), { code })),
      };
      worker.on('message', (message: ProjectorReply) => (hear[message.kind] as (message: ProjectorReply) => void)(message));
      onThreadEnd(worker, (error) => {
        if (isStarted && error) this.parts.onTrouble(error);
        if (this.worker === worker) this.worker = undefined;
        for (const goOn of this.awaited.values()) goOn();
        if (isStarted) this.startAgain();
        else reject(error ?? new Error('the projector thread stopped before it started'));
      });
    });
  }

  /** Queued with pauses, so that no thread starts while other code writes to the views. */
  private startAgain(): void {
    if (this.stopping.signal.aborted) return;
    this.parts.onTrouble(new Error('the projector thread stopped and is being restarted. Paging continues.'));
    void this.inTurn(async () => {
      const { signal } = this.stopping;
      await pause(this.rest, undefined, { signal }).catch(() => undefined);
      this.rest = Math.min(this.rest * 2, longestBackOff);
      if (signal.aborted) return;
      await this.begin();
      this.look();
    }).catch((error: unknown) => {
      this.parts.onTrouble(error);
      this.startAgain();
    });
  }

  private moved(checkpoint: Checkpoint): void {
    this.here = checkpoint;
    this.waiters.tell(checkpoint);
  }
}
