import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '@tocsin/contracts/limits.js';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { ServerParts } from '../../core/server-parts.js';
import { Uses } from '../../core/injection.js';
import { HttpProblem } from '../../problems/problem.js';
import { ViewReader } from '../view-reader.js';
import { ComputationThread, nobodyWaits, stoppingProblem, type Computed, type JobEnd } from './computation-thread.js';
import type { JobTask } from './thread-messages.js';
import { WorkQueue, type NotTaken } from './work-queue.js';

const dependencies = ['clock', 'memory'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** A task that must be read first is read when its turn has come: one that is refused costs nothing. */
type Task = JobTask | (() => Promise<JobTask>);

interface WaitingJob {
  readonly person: string;
  readonly task: Task;
  readonly signal: AbortSignal | undefined;
  readonly settle: (end: JobEnd) => void;
}

/**
 * Computes what people and programs ask about schedules, policies and drills, beside the thread that pages: few at a time, fair between
 * persons, each with a budget of work and a deadline. Threads are started on demand, and ended when they were idle for a while.
 */
@Injectable()
export class Computations implements OnModuleDestroy {
  private readonly queue = new WorkQueue<WaitingJob>(limits.computations);
  private readonly threads = new Set<ComputationThread>();
  private readonly idle = new Map<ComputationThread, () => void>();
  private isOver = false;

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly viewReader: ViewReader,
  ) {
    parts.memory.onChange((view, id) => {
      for (const thread of this.threads) thread.noteChange(view, id);
    });
  }

  /** For a person, whatever session or token they ask with. Throws the refusal of the job, and HttpProblem limit.work, limit.computations, answer.took_too_long and answer.too_large. */
  async compute(person: string, task: Task, signal?: AbortSignal): Promise<Computed> {
    if (this.isOver) throw stoppingProblem();
    const end = await new Promise<JobEnd>((settle, reject) => {
      const refusal = this.queue.add({ person, task, signal, settle }, systemMonotonicClock.now());
      if (refusal) return reject(notTakenProblem(refusal));
      this.runNext();
    });
    if ('error' in end) throw end.error;
    return end.computed;
  }

  /** Throws HttpProblem limit.work when the person’s budget is used up. */
  checkBudget(person: string): void {
    const refusal = this.queue.overBudget(person, systemMonotonicClock.now());
    if (refusal) throw notTakenProblem(refusal);
  }

  /** Work of a person on a thread that was started for it. */
  countWork(person: string, ms: number): void {
    this.queue.count(person, ms, systemMonotonicClock.now());
  }

  /** A thread for one long computation, beside those that people share. Whoever starts it ends it. */
  startThread(): ComputationThread {
    const thread = this.createThread();
    this.threads.add(thread);
    return thread;
  }

  async endThread(thread: ComputationThread): Promise<void> {
    this.threads.delete(thread);
    this.idle.get(thread)?.();
    this.idle.delete(thread);
    await thread.end();
  }

  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    for (const { settle } of this.queue.clear()) settle({ work: 0, error: stoppingProblem() });
    await Promise.all([...this.threads].map((thread) => this.endThread(thread)));
  }

  protected createThread(): ComputationThread {
    return new ComputationThread({ memory: this.parts.memory, viewReader: this.viewReader });
  }

  private runNext(): void {
    if (this.isOver || this.runningCount >= limits.computations.atOnce) return;
    const job = this.queue.take(systemMonotonicClock.now());
    if (job) void this.run(job);
  }

  private runningCount = 0;

  private async run(job: WaitingJob): Promise<void> {
    this.runningCount += 1;
    const end = job.signal?.aborted ? { work: 0, error: nobodyWaits() } : await this.runTask(job);
    this.runningCount -= 1;
    this.queue.finish(job, end.work, systemMonotonicClock.now());
    job.settle(end);
    this.runNext();
  }

  private async runTask({ task, signal }: WaitingJob): Promise<JobEnd> {
    const began = systemMonotonicClock.now();
    try {
      const made = typeof task === 'function' ? await task() : task;
      const makingTook = typeof task === 'function' ? systemMonotonicClock.now() - began : 0;
      if (signal?.aborted) return { work: makingTook, error: nobodyWaits() };
      const end = await this.runOnThread(made, signal);
      return { ...end, work: end.work + makingTook };
    } catch (error) {
      return { work: systemMonotonicClock.now() - began, error };
    }
  }

  private async runOnThread(task: JobTask, signal: AbortSignal | undefined): Promise<JobEnd> {
    if (this.isOver) return { work: 0, error: stoppingProblem() };
    const thread = this.idleThread() ?? this.startThread();
    const end = await thread.run(task, this.parts.clock.now(), limits.computations.deadline, { signal });
    if (thread.isOver || this.isOver) this.threads.delete(thread);
    else this.rest(thread);
    return end;
  }

  private idleThread(): ComputationThread | undefined {
    for (const [thread, cancel] of this.idle) {
      cancel();
      this.idle.delete(thread);
      if (!thread.isOver) return thread;
      this.threads.delete(thread);
    }
    return undefined;
  }

  /** Ends it, unless it gets another job soon. */
  private rest(thread: ComputationThread): void {
    const end = (): void => void this.endThread(thread);
    this.idle.set(thread, systemMonotonicClock.after(limits.idleThread, end, { isBackground: true }));
  }
}

const retrySoon = 5;

const notTakenProblem = (refusal: NotTaken): HttpProblem =>
  refusal.kind === 'budget'
    ? new HttpProblem('limit.work', { seconds: refusal.seconds }, undefined, refusal.seconds)
    : new HttpProblem('limit.computations', {}, undefined, retrySoon);
