import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import type { Actor } from '@tocsin/contracts/envelope.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigFiles } from '@tocsin/contracts/config-files/plan.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { HttpProblem } from '../problems/problem.js';
import { Computations } from '../query/computations/computations.js';
import { bufferOf } from '../query/computations/sent-answer.js';
import type { JobTask } from '../query/computations/thread-messages.js';
import type { PlanJob, PlanJobAnswer } from '../query/config-plans/plan-job.js';

const dependencies = ['clock', 'memory', 'reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Plans that wait, of all callers. */
const mostWaiting = 20;
const retrySoon = 5;

/** Plans and exports on a thread of their own, one after the other: a large one delays no page, and no other reader. */
@Injectable()
export class ConfigPlanner {
  private readonly queue = new PQueue({ concurrency: 1 });

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  async plan(body: Uint8Array, actor: Actor): Promise<PlanJobAnswer> {
    const { memory, reads } = this.parts;
    const openServices = [...new Set([...reads.groups.all()].flatMap(({ serviceId }) => serviceId ?? []))];
    return (await this.run({
      job: 'configPlan',
      input: { body, actor, logPosition: memory.ordinal, openServices, webhooks: this.webhooks() },
    })) as PlanJobAnswer;
  }

  async export(team: string | null): Promise<ConfigFiles> {
    return (await this.run({ job: 'configExport', input: { team, webhooks: this.webhooks() } })) as ConfigFiles;
  }

  private webhooks(): PlanJob['webhooks'] {
    return [...this.parts.reads.eventQueues.all()].map(({ state: { subscriptionId, teamId, name, status } }) => ({
      state: { subscriptionId, teamId, name, status },
    }));
  }

  private async run(task: JobTask): Promise<unknown> {
    if (this.queue.size >= mostWaiting) throw new HttpProblem('limit.computations', {}, undefined, retrySoon);
    return this.queue.add(async () => {
      const thread = this.computations.startThread();
      try {
        const end = await thread.run(task, this.parts.clock.now(), fileLimits.planning);
        if ('error' in end) throw end.error;
        return JSON.parse(bufferOf(end.computed).toString('utf8')) as unknown;
      } finally {
        await this.computations.endThread(thread);
      }
    });
  }
}
