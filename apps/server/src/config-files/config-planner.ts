import { Injectable } from '@nestjs/common';
import type { Actor } from '@tocsin/contracts/envelope.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigFiles } from '@tocsin/contracts/config-files/plan.js';
import { hasOrganisationPermission } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { requirePermission, type Caller } from '../http/caller.js';
import { Computations } from '../query/computations/computations.js';
import type { JobEnd } from '../query/computations/computation-thread.js';
import { bufferOf, personOf } from '../query/computations/sent-answer.js';
import type { JobTask } from '../query/computations/thread-messages.js';
import type { PlanJob, PlanJobAnswer } from '../query/config-plans/plan-job.js';
import { hashesOfConnections, secretHashKey } from '../secrets/secret-hashes.js';
import type { FilesBody } from './files-body.js';
import { listKeysInUse } from './keys-in-use.js';
import { PlanLane } from './plan-lane.js';

const dependencies = ['clock', 'config', 'memory', 'reads', 'side', 'troubles', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface Asked {
  readonly purpose: 'plan' | 'apply';
  readonly planId: string;
  /** As whom the commands are tried. */
  readonly actor: Actor;
  readonly caller: Caller;
}

/**
 * Plans and exports on a thread of their own, one after the other: a large one delays no page, and no other reader. What is applied has
 * a lane of its own, so that it never waits for plans. A body is read, and the views are copied, when it is its turn.
 */
@Injectable()
export class ConfigPlanner {
  private readonly reading = new PlanLane();
  private readonly applying = new PlanLane();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly computations: Computations,
  ) {}

  async plan(files: FilesBody, { purpose, planId, actor, caller }: Asked): Promise<PlanJobAnswer> {
    const person = personOf(caller);
    // what was planned may be applied, whatever that plan took
    if (purpose === 'plan') this.computations.checkBudget(person);
    const lane = purpose === 'plan' ? this.reading : this.applying;
    return lane.run(person, () =>
      files.use(async (body) => {
        const { memory, reads } = this.parts;
        const openServices = [...new Set([...reads.groups.all()].flatMap(({ serviceId }) => serviceId ?? []))];
        const about = { planId, purpose, actor, viewer: caller.actor, logPosition: memory.ordinal, openServices, ...this.secretHashes() };
        const task = { job: 'configPlan', input: { body, ...about, webhooks: this.webhooks() } } as const;
        const answer = (await this.compute(person, task)) as PlanJobAnswer;
        const errors = [...answer.plan.errors, ...listKeysInUse(this.parts, answer)];
        return { ...answer, plan: { ...answer.plan, errors } };
      }),
    );
  }

  /** Files name people by their addresses. */
  async export(team: string | null, caller: Caller): Promise<ConfigFiles> {
    const { actor } = caller;
    if (!hasOrganisationPermission({ actor }, 'people.addresses')) requirePermission(this.parts, actor, 'config.apply');
    const person = personOf(caller);
    this.computations.checkBudget(person);
    return (await this.reading.run(person, () =>
      this.compute(person, { job: 'configExport', input: { team, viewer: actor, webhooks: this.webhooks() } }),
    )) as ConfigFiles;
  }

  /** The thread has no vault: it compares hashes. */
  private secretHashes(): Pick<PlanJob, 'secretsOfConnections' | 'secretHashKey'> {
    const { reads, vault } = this.parts;
    return { secretsOfConnections: hashesOfConnections(reads.connections, vault), secretHashKey: secretHashKey(vault) };
  }

  private webhooks(): PlanJob['webhooks'] {
    return [...this.parts.reads.eventQueues.all()].map(({ state: { subscriptionId, teamId, name, status } }) => ({
      state: { subscriptionId, teamId, name, status },
    }));
  }

  private async compute(person: string, task: JobTask): Promise<unknown> {
    const thread = this.computations.startThread();
    try {
      const end: JobEnd = await thread.run(task, this.parts.clock.now(), fileLimits.planning);
      this.computations.countWork(person, end.work);
      if ('error' in end) throw end.error;
      return JSON.parse(bufferOf(end.computed).toString('utf8')) as unknown;
    } finally {
      await this.computations.endThread(thread);
    }
  }
}
