import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { CoverageAnswer } from '@tocsin/contracts/drills.js';
import { limits } from '@tocsin/contracts/limits.js';
import { servicesByName } from '@tocsin/domain/drills/coverage.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import { Uses } from '../core/injection.js';
import { drilledViews, rowsTogether, type CoverageTask, type CoverageReply } from './coverage-messages.js';

const dependencies = ['clock', 'memory', 'reads', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Checks every service on a separate thread, one run at a time, and keeps the last result. */
@Injectable()
export class CoverageCalculator implements OnModuleDestroy {
  state: CoverageAnswer = { state: 'none', done: 0, of: 0, from: null, to: null, at: null, gaps: [], more: 0 };
  private worker: Worker | undefined;

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

  /** Resolves when a run has started; a run in progress continues. */
  async begin(): Promise<void> {
    if (this.worker) return;
    const from = this.parts.clock.now();
    const to = addMillis(from, limits.drill.ahead);
    const of = servicesByName(this.parts.reads).length;
    this.state = { state: 'running', done: 0, of, from, to, at: null, gaps: [], more: 0 };
    const worker = new Worker(new URL('coverage.worker.js', import.meta.url), { name: 'coverage' });
    this.worker = worker;
    worker.on('message', (message: CoverageReply) => this.handleMessage(message));
    onThreadEnd(worker, (error) => this.end(worker, error));
    await this.handOver(worker);
    ask(worker, { ask: 'look', from, to });
  }

  onModuleDestroy(): Promise<unknown> {
    return this.worker?.terminate() ?? Promise.resolve();
  }

  /** Sends a few rows per turn, so that nothing else on this thread waits. */
  private async handOver(worker: Worker): Promise<void> {
    for (const view of drilledViews) {
      let rows: (readonly [string, unknown])[] = [];
      for (const row of this.parts.memory.rows(view).entries()) {
        if (rows.push(row) < rowsTogether) continue;
        ask(worker, { ask: 'rows', view, rows });
        rows = [];
        await turn();
      }
      ask(worker, { ask: 'rows', view, rows });
    }
  }

  private handleMessage(message: CoverageReply): void {
    if (message.kind === 'done') {
      this.state = { ...this.state, state: 'done', at: this.parts.clock.now() };
      return;
    }
    const gaps = [...this.state.gaps, ...message.gaps];
    const more = this.state.more + Math.max(gaps.length - limits.drill.listed, 0);
    this.state = { ...this.state, done: message.done, gaps: gaps.slice(0, limits.drill.listed), more };
  }

  private end(worker: Worker, error: Error | null): void {
    if (error) this.parts.troubles.note('coverage', error);
    if (this.worker === worker) this.worker = undefined;
    if (this.state.state === 'running') this.state = { ...this.state, state: 'failed' };
  }
}

const ask = (worker: Worker, message: CoverageTask): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  worker.postMessage(message);
};
