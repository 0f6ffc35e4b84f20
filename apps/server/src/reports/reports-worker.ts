import { Worker } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { LogUnavailable, type EventLog } from '@tocsin/platform/event-log/event-log.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { HttpProblem } from '../problems/problem.js';
import type { ReportsThread } from './reports.worker.js';
import { eventsPerPage, type FigureSource, type ReportTask, type ReportReply } from './worker-messages.js';

/** A computed report: canonical JSON, and its SHA-256. */
export interface ReportBytes {
  readonly bytes: string;
  readonly hash: string;
}

interface WaitingReport {
  readonly resolve: (report: ReportBytes) => void;
  readonly reject: (error: Error) => void;
}

/** The thread that computes the reports of one log: started on demand, and ended after it was idle for a while. */
export class ReportsWorker {
  private worker: Worker | undefined;
  private readonly waitingReports = new Map<number, WaitingReport>();
  private idle: NodeJS.Timeout | undefined;
  private n = 0;
  private isOver = false;

  /** `log`: reads pages for a thread that can’t read the log itself. */
  constructor(
    private readonly thread: ReportsThread,
    private readonly log: Pick<EventLog, 'readAll'>,
  ) {}

  /**
   * With `behind`, the list behind one of its numbers. Rejects if the log can’t be read, the thread ends, the deadline passes, or `end` was called.
   */
  async report(order: ReportOrder, behindNumber: FigureSource | null): Promise<ReportBytes> {
    if (this.isOver) throw new Error('reports have ended');
    this.n += 1;
    const n = this.n;
    clearTimeout(this.idle);
    this.worker ??= this.ensureWorker();
    this.ask(this.worker, { ask: 'report', n, order, behind: behindNumber });
    return new Promise((resolve, reject) => this.waitingReports.set(n, { resolve, reject }));
  }

  /** Rejects pending and later requests. */
  async end(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.idle);
    const { worker } = this;
    if (worker) this.handleEnd(worker, new Error('reports have ended'));
    await worker?.terminate();
  }

  protected startWorker(): Worker {
    return new Worker(new URL('reports.worker.js', import.meta.url), { workerData: this.thread, name: 'reports' });
  }

  private ensureWorker(): Worker {
    const worker = this.startWorker();
    worker.on('message', (message: ReportReply) => this.handleMessage(worker, message));
    onThreadEnd(worker, (error) => this.handleEnd(worker, error ?? new Error('the thread of reports has ended')));
    return worker;
  }

  private handleMessage(worker: Worker, message: ReportReply): void {
    if (message.kind === 'page') return void this.handOver(worker, message);
    const waitingReport = this.waitingReports.get(message.n);
    this.waitingReports.delete(message.n);
    if (message.kind === 'done') waitingReport?.resolve(message);
    else if (message.kind === 'refused')
      waitingReport?.reject(new HttpProblem(message.code, message.params, undefined, message.retryAfter));
    else waitingReport?.reject(new Error(message.message));
    if (this.waitingReports.size > 0 || this.worker !== worker) return;
    this.idle = setTimeout(() => {
      this.worker = undefined;
      void worker.terminate();
    }, limits.idleThread);
    this.idle.unref();
  }

  /** Sends one short page at a time, so that nothing else on this thread waits. */
  private async handOver(worker: Worker, { after, types }: Extract<ReportReply, { kind: 'page' }>): Promise<void> {
    try {
      this.ask(worker, { ask: 'page', events: await this.log.readAll({ after, types, limit: eventsPerPage }) });
    } catch (error) {
      this.ask(worker, {
        ask: 'trouble',
        message: error instanceof Error ? error.message : String(error),
        isOfLog: error instanceof LogUnavailable,
      });
    }
  }

  private ask(worker: Worker, message: ReportTask): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(message);
  }

  private handleEnd(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const { reject } of this.waitingReports.values()) reject(error);
    this.waitingReports.clear();
  }
}
