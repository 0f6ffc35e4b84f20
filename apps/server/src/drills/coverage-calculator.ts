import { Injectable } from '@nestjs/common';
import type { CoverageAnswer, CoverageGap } from '@tocsin/contracts/drills/drills.js';
import * as drillLimits from '@tocsin/contracts/drills/limits.js';
import { servicesByName } from '@tocsin/domain/observers/drills/coverage.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { HttpProblem } from '../problems/problem.js';
import { Computations } from '../query/computations/computations.js';
import type { CoverageProgress } from '../query/computations/jobs.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';

const dependencies = ['clock', 'reads', 'troubles'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Checks every service on a thread of its own, one run at a time, and keeps the last result. */
@Injectable()
export class CoverageCalculator {
  state: CoverageAnswer = { state: 'none', done: 0, of: 0, from: null, to: null, at: null, gaps: [], more: 0 };

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  /** Starts a run; a run in progress continues. */
  begin(): void {
    if (this.state.state === 'running') return;
    const from = this.parts.clock.now();
    const to = addMillis(from, drillLimits.drill.ahead);
    const of = servicesByName(this.parts.reads).length;
    this.state = { state: 'running', done: 0, of, from, to, at: null, gaps: [], more: 0 };
    void this.run(from, to);
  }

  private async run(from: string, to: string): Promise<void> {
    const thread = this.computations.startThread();
    const end = await thread.run({ job: 'coverage', input: { from, to } }, from, null, {
      onProgress: (progress) => this.add(progress as CoverageProgress),
    });
    const isDone = 'computed' in end;
    if (!isDone && !(end.error instanceof HttpProblem)) this.parts.troubles.note('coverage', end.error);
    this.state = isDone ? { ...this.state, state: 'done', at: this.parts.clock.now() } : { ...this.state, state: 'failed' };
    await this.computations.endThread(thread);
  }

  private add({ done, gaps: found }: CoverageProgress): void {
    const gaps: readonly CoverageGap[] = [...this.state.gaps, ...found];
    const more = this.state.more + Math.max(gaps.length - drillLimits.drill.listed, 0);
    this.state = { ...this.state, done, gaps: gaps.slice(0, drillLimits.drill.listed), more };
  }
}
