import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { nextTurn, systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { HttpProblem } from '../../problems/problem.js';
import type { ViewReader } from '../view-reader.js';
import { copiedViews, type FromThread, type JobTask, type RowsQuestion, type ToThread } from './thread-messages.js';

export interface ThreadSource {
  readonly memory: Pick<MemoryRows, 'rows'>;
  readonly viewReader: Pick<ViewReader, 'get' | 'list'>;
}

/** What was computed, as it is sent to whoever asked: JSON, or a text. `hash`: SHA-256. */
export interface Computed {
  readonly bytes: Uint8Array;
  readonly hash: string;
}
/** How a job ended, and how much processor time it took, in milliseconds. */
export type JobEnd = { readonly work: number } & ({ readonly computed: Computed } | { readonly error: unknown });

interface RunOptions {
  readonly onProgress?: (progress: unknown) => void;
  /** Aborted: nobody waits for the answer, so no more rows are read for it. */
  readonly signal?: AbortSignal | undefined;
}

const retrySoon = 5;
/** Whoever asked has gone: nothing of it is sent. */
export const nobodyWaits = (): HttpProblem => new HttpProblem('answer.took_too_long', { seconds: 0 });
export const stoppingProblem = (): HttpProblem => new HttpProblem('store.stopping', {}, undefined, retrySoon);

/** Rows of one message: few enough not to delay other work on the sending thread. */
const rowsTogether = 20;
const copied: ReadonlySet<string> = new Set(copiedViews);

/**
 * A thread that computes with a copy of the configuration, one job at a time. It has no log, no vault and no network access. It starts
 * at once, and ends with `end`, when a job exceeds its deadline, or when it runs out of memory: then the job fails alone.
 */
export class ComputationThread {
  private readonly worker: Worker;
  private readonly changed = new Map<string, Set<string>>(copiedViews.map((view) => [view, new Set()]));
  private readonly copy: Promise<void>;
  private finish: ((end: JobEnd) => void) | undefined;
  /** Milliseconds that rows for the job took on the main thread: they are work, too. */
  private readingTook = 0;
  private signal: AbortSignal | undefined;
  private onProgress: (progress: unknown) => void = () => {};
  /** Why it ended. */
  private cause: unknown;
  isOver = false;

  constructor(private readonly source: ThreadSource) {
    this.worker = this.startWorker();
    this.worker.on('message', (message: FromThread) => this.handleMessage(message));
    onThreadEnd(this.worker, (error) => this.handleEnd(error));
    this.copy = this.copyRows();
  }

  /** A row of memory was replaced, or is gone. */
  noteChange(view: string, id: string): void {
    if (copied.has(view)) this.changed.get(view)!.add(id);
  }

  /** Never rejects. Without a deadline it may take as long as it likes. */
  async run(task: JobTask, now: string, deadline: number | null, { onProgress = () => {}, signal }: RunOptions = {}): Promise<JobEnd> {
    this.readingTook = 0;
    this.signal = signal;
    try {
      await this.copy;
      if (this.isOver) return { work: 0, error: this.cause };
      this.sendChanges();
      this.onProgress = onProgress;
      this.send({ kind: 'job', task, now });
    } catch (error) {
      // a row or a task that can’t be sent to a thread
      return { work: 0, error };
    }
    const end = new Promise<JobEnd>((resolve) => (this.finish = resolve));
    const cancel = deadline === null ? () => {} : systemMonotonicClock.after(deadline, () => this.giveUp(deadline));
    return end.finally(cancel);
  }

  async end(): Promise<void> {
    this.handleEnd(stoppingProblem());
    await this.worker.terminate();
  }

  protected startWorker(): Worker {
    const { memory: maxOldGenerationSizeMb } = limits.computations;
    const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 16 };
    return new Worker(new URL('computation.worker.js', import.meta.url), { name: 'computations', resourceLimits });
  }

  private async copyRows(): Promise<void> {
    for (const view of copiedViews) {
      let rows: (readonly [string, unknown])[] = [];
      for (const row of this.source.memory.rows(view).entries()) {
        if (rows.push(row) < rowsTogether) continue;
        this.send({ kind: 'rows', view, rows });
        rows = [];
        if (systemMonotonicClock.isTurnLong()) await nextTurn(systemMonotonicClock);
        if (this.isOver) return;
      }
      this.send({ kind: 'rows', view, rows });
    }
  }

  private sendChanges(): void {
    for (const [view, ids] of this.changed) {
      if (ids.size === 0) continue;
      const rows = this.source.memory.rows(view);
      this.send({ kind: 'rows', view, rows: [...ids].map((id) => [id, rows.get(id) ?? null]) });
      ids.clear();
    }
  }

  private handleMessage(message: FromThread): void {
    if (message.kind === 'question') return void this.answer(message.question);
    if (message.kind === 'progress') return this.onProgress(message.progress);
    const work = message.work + this.readingTook;
    if (message.kind === 'done') return this.handleResult({ work, computed: message });
    if (message.kind === 'failed') return this.handleResult({ work, error: message.error });
    const { code, params, errors, retryAfter, inTheWay } = message.problem;
    this.handleResult({ work, error: new HttpProblem(code, params, errors, retryAfter, inTheWay) });
  }

  private async answer(question: RowsQuestion): Promise<void> {
    const began = systemMonotonicClock.now();
    try {
      if (this.signal?.aborted) throw nobodyWaits();
      const rows = await this.find(question);
      this.readingTook += systemMonotonicClock.now() - began;
      this.send({ kind: 'found', rows });
    } catch (error) {
      this.send({ kind: 'not_found', error: asSent(error) });
    }
  }

  private find(question: RowsQuestion): Promise<unknown> {
    const { viewReader } = this.source;
    const view = question.view as ViewName;
    return 'id' in question ? viewReader.get(view, question.id) : viewReader.list(view, question.query);
  }

  private handleResult(end: JobEnd): void {
    const { finish } = this;
    this.finish = undefined;
    finish?.(end);
  }

  /** The whole deadline counts as work, so that nobody gets more by asking what can’t be computed. */
  private giveUp(deadline: number): void {
    this.handleResult({ work: deadline, error: new HttpProblem('answer.took_too_long', { seconds: deadline / 1_000 }) });
    void this.end();
  }

  private handleEnd(error: Error | null): void {
    const isTooLarge = error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const cause = isTooLarge ? new HttpProblem('answer.too_large') : (error ?? new Error('the thread of computations has ended'));
    if (!this.isOver) this.cause = cause;
    this.isOver = true;
    this.handleResult({ work: limits.computations.deadline, error: cause });
  }

  private send(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    if (!this.isOver) this.worker.postMessage(message);
  }
}

/** An error can’t be sent to a thread whole: of a refusal its code is, of another one its text. */
const asSent = (error: unknown): unknown =>
  error instanceof HttpProblem ? { code: error.code, params: error.params, retryAfter: error.retryAfter } : String(error);
