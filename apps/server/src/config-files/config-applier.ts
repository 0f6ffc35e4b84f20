import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigApplyAnswer } from '@tocsin/contracts/config-files/plan.js';
import { viaPlan, type Actor } from '@tocsin/contracts/envelope.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { Invitation } from '@tocsin/domain/observers/config-plans/input.js';
import { deriveId, deriveNamedId } from '@tocsin/kernel/ids.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import type { Caller } from '../http/caller.js';
import { HttpProblem } from '../problems/problem.js';
import { waitUntilRead } from '../problems/await-visibility.js';
import type { PlanJobAnswer } from '../query/config-plans/plan-job.js';
import { invitationHashOf, keyHashOf } from '../secrets/hashes.js';
import { createIntegrationKey } from '../secrets/known-keys.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { createSecret } from '../secrets/random-secrets.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';
import { ConfigPlanner } from './config-planner.js';
import type { FilesBody } from './files-body.js';

const dependencies = ['clock', 'feed', 'log', 'reads', 'store', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const keyedCommands: ReadonlySet<string> = new Set(['CreateIntegration', 'IssueIntegrationKey', 'CreateHeartbeat']);

/** Starts what a plan says. The log carries it on: whoever asked may leave. */
@Injectable()
export class ConfigApplier {
  /** One after the other: steps of one are not recorded between those of another. */
  private readonly starting = new PQueue({ concurrency: 1 });

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly planner: ConfigPlanner,
    private readonly dispatcher: Dispatcher,
  ) {}

  async apply(files: FilesBody, caller: Caller): Promise<ConfigApplyAnswer> {
    const planId = deriveId(this.parts.clock.now(), 'config-plan', randomUUID());
    const actor: Actor = { ...caller.actor, via: viaPlan(planId) };
    const answer = await this.planner.plan(files, { purpose: 'apply', planId, actor, caller });
    const { plan, steps, invitations } = answer;
    this.checkReviewed(answer);
    if (plan.errors.length > 0) return { plan, applyId: null };
    if (steps.length === 0 && invitations.length === 0) return { plan, applyId: null };
    await this.starting.add(() => this.prepareAndStart(answer, { planId, actor }));
    return { plan, applyId: planId };
  }

  private async prepareAndStart(answer: PlanJobAnswer, { planId, actor }: { planId: string; actor: Actor }): Promise<void> {
    const { invitations } = answer;
    const secrets = new NewSecrets(this.parts.vault);
    await secrets.sendOrDiscard(async () => {
      const parts = partsOf(this.withKeys(answer, planId, secrets));
      // refuses while another one is applied: before anybody is invited
      for (const [part, some] of parts.entries()) await this.send('PrepareConfigSteps', { planId, part, steps: some }, actor, planId, part);
      if (invitations.length > 0) await this.invite(invitations, { planId, actor, areMailed: answer.request.invitations });
      await this.start(answer, { planId, actor });
    });
  }

  /** Refuses a plan that is not the one that was reviewed. */
  private checkReviewed({ plan, request: { expect } }: PlanJobAnswer): void {
    if (expect === undefined) return;
    const at = Number.parseInt(expect.split('.')[0] ?? '', 36);
    const hours = fileLimits.planValid / 3_600_000;
    if (!(at + fileLimits.planValid >= Date.parse(this.parts.clock.now()))) throw new HttpProblem('config.expired', { hours });
    if (plan.errors.length === 0 && plan.digest !== expect) throw new HttpProblem('config.stale');
  }

  private async start({ plan, steps }: PlanJobAnswer, { planId, actor }: { planId: string; actor: Actor }): Promise<void> {
    const { source, commit } = plan;
    const { created, changed, removed } = plan.summary;
    const data = { planId, source, commit, steps: steps.length, summary: { created, changed, removed } };
    await waitUntilRead(this.parts, await this.send('StartConfigApply', data, actor, planId, 0)).catch(() => {});
  }

  private async send(
    type: 'PrepareConfigSteps' | 'StartConfigApply' | 'InvitePeople',
    data: object,
    actor: Actor,
    planId: string,
    n: number,
  ): Promise<string> {
    const commandId = deriveNamedId(planId, type, n);
    const { token } = await this.dispatcher.send(type, data, { commandId, actor });
    return token;
  }

  /** Keys of new integrations and heartbeats are put into the vault before the event that names them. */
  private withKeys({ steps, keys, secrets: values }: PlanJobAnswer, planId: string, secrets: NewSecrets): readonly ConfigStep[] {
    const used = new Map<string, number>();
    return steps.map((step) => {
      if (step.command === null || !keyedCommands.has(step.command.type)) return step;
      const id = (step.command.data['heartbeatId'] ?? step.command.data['integrationId']) as string;
      const n = used.get(id) ?? 0;
      used.set(id, n + 1);
      const name = keys[id]?.[n] ?? '';
      const keyRef = `integration-key:${deriveNamedId(planId, id, n)}`;
      const key = secrets.make(keyRef, () => (name === '' ? createIntegrationKey() : values[name]!));
      return { ...step, command: { ...step.command, data: { ...step.command.data, keyRef, keyHash: keyHashOf(this.parts, key) } } };
    });
  }

  /** Before the first command. Their addresses are in no plan on the log. Whatever is refused afterwards, the links stay. */
  private async invite(
    invitations: readonly Invitation[],
    { planId, actor, areMailed }: { planId: string; actor: Actor; areMailed: boolean },
  ): Promise<void> {
    const expiresAt = addMillis(this.parts.clock.now(), peopleLimits.invitation);
    const people = invitations.map((invitation) => {
      const secret = createSecret();
      return { invitation: { ...invitation, invitationHash: invitationHashOf(this.parts, secret), expiresAt }, secret };
    });
    const commandId = deriveNamedId(planId, 'InvitePeople', 0);
    const byHash = Object.fromEntries(people.map(({ invitation, secret }) => [invitation.invitationHash, secret]));
    const secrets = new NewSecrets(this.parts.vault);
    if (areMailed) storeShownSecret(secrets, { kind: 'invitations', id: commandId, until: expiresAt }, () => JSON.stringify(byHash));
    for (const { invitation } of people) this.parts.vault.keyFor(`person:${invitation.personId}`);
    const data = { people: people.map(({ invitation }) => invitation) };
    await secrets.sendOrDiscard(() => this.send('InvitePeople', data, actor, planId, 0));
  }
}

/** Steps as many as one event holds. */
const partsOf = (steps: readonly ConfigStep[]): readonly (readonly ConfigStep[])[] => {
  const parts: ConfigStep[][] = [[]];
  let characters = 0;
  for (const step of steps) {
    const length = JSON.stringify(step).length;
    if (characters > 0 && characters + length > fileLimits.stepCharacters) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)!.push(step);
    characters += length;
  }
  return parts;
};
