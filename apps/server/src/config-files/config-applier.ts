import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { ConfigApplyAnswer, ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import { mayBePrivate, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import { viaPlan, type Actor } from '@tocsin/contracts/envelope.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { foreignSystemNames } from '@tocsin/contracts/moving-in/systems.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { Invitation } from '@tocsin/domain/observers/config-plans/input.js';
import { deriveId, deriveNamedId } from '@tocsin/kernel/ids.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { withSecretRef } from '../command/connection-augments.js';
import { Dispatcher } from '../command/dispatcher.js';
import { sentencesOf } from '../command/refused-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import type { Caller } from '../http/caller.js';
import { requireProof } from '../http/proof.js';
import { HttpProblem } from '../problems/problem.js';
import { waitUntilRead } from '../problems/await-visibility.js';
import type { PlanJobAnswer } from '../query/config-plans/plan-job.js';
import { invitationHashOf, keyHashOf } from '../secrets/hashes.js';
import { createIntegrationKey, toIssuedKey } from '../secrets/known-keys.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { createSecret } from '../secrets/random-secrets.js';
import { storeShownSecret } from '../secrets/shown-secrets.js';
import { ConfigPlanner } from './config-planner.js';
import type { FilesBody } from './files-body.js';

const dependencies = ['clock', 'feed', 'log', 'reads', 'store', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

type Command = NonNullable<ConfigStep['command']>;
interface ConnectionData {
  readonly connectionId: string;
  readonly kind: ConnectionKind;
  readonly fields: Readonly<Record<string, string>>;
}

const nowhere = { file: '', line: 1, column: 1 };
const connectionCommands: ReadonlySet<string> = new Set(['AddConnection', 'ChangeConnection']);
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
    private readonly outgoing: OutgoingHttp,
  ) {}

  async apply(files: FilesBody, caller: Caller): Promise<ConfigApplyAnswer> {
    const planId = deriveId(this.parts.clock.now(), 'config-plan', randomUUID());
    const actor: Actor = { ...caller.actor, via: viaPlan(planId) };
    const answer = await this.planner.plan(files, { purpose: 'apply', planId, actor, caller });
    const { plan, steps, invitations } = answer;
    this.checkReviewed(answer);
    const errors = plan.errors.length > 0 ? plan.errors : await this.listRefusedAddresses(answer);
    if (errors.length > 0) return { plan: { ...plan, errors }, applyId: null };
    for (const { command } of steps) if (command) requireProof(this.parts, command.type, command.data, caller);
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
  private withKeys(answer: PlanJobAnswer, planId: string, secrets: NewSecrets): readonly ConfigStep[] {
    const { steps, keys, secrets: values } = answer;
    const used = new Map<string, number>();
    const live = new Set([...this.parts.reads.integrations.all()].flatMap((row) => row.keys.map(({ keyHash }) => keyHash)));
    return steps.map((step) => {
      if (step.command === null) return step;
      const { type, data } = step.command;
      if (connectionCommands.has(type)) return this.withSecrets(step.command, step, answer, { planId, secrets });
      if (!keyedCommands.has(type)) return step;
      const id = (data['heartbeatId'] ?? data['integrationId']) as string;
      const n = used.get(id) ?? 0;
      used.set(id, n + 1);
      const name = keys[id]?.[n] ?? '';
      const given = name === '' ? undefined : this.freeKey(values[name]!, live);
      if (name !== '' && given === undefined && type === 'IssueIntegrationKey') return { ...step, command: null };
      const keyRef = `integration-key:${deriveNamedId(planId, id, n)}`;
      const keyHash = keyHashOf(
        this.parts,
        secrets.make(keyRef, () => given ?? createIntegrationKey()),
      );
      live.add(keyHash);
      const origin = given === undefined ? {} : this.originOf(name, keys[id]!.length);
      return { ...step, command: { type, data: { ...data, keyRef, keyHash, ...origin } } };
    });
  }

  /** A key leads to one integration: for the other one the organisation’s routes decide. Undefined also for one that no sender could use. */
  private freeKey(written: string, live: ReadonlySet<string>): string | undefined {
    const key = toIssuedKey(written);
    return key !== undefined && !live.has(keyHashOf(this.parts, key)) ? key : undefined;
  }

  /** Of a key that another system gave. The only one of an integration does not end. */
  private originOf(name: string, ofIntegration: number): Pick<FactOf<'IntegrationKeyIssued'>, 'from' | 'endsAt'> {
    const from = foreignSystemNames.find((system) => name.startsWith(`${system}@`));
    if (from === undefined) return {};
    return { from, ...(ofIntegration > 1 ? { endsAt: addMillis(this.parts.clock.now(), integrationLimits.rescuedKey) } : {}) };
  }

  /** So are secrets of connections. What the files do not set is the server’s. */
  private withSecrets(
    { type, data }: Command,
    step: ConfigStep,
    { secretsOf, secrets: values }: PlanJobAnswer,
    { planId, secrets }: { readonly planId: string; readonly secrets: NewSecrets },
  ): ConfigStep {
    const { kind, fields, ...rest } = data as unknown as ConnectionData;
    const set = Object.entries(secretsOf[rest.connectionId] ?? {}).map(([field, variable]) => [field, values[variable]!] as const);
    const typed = { kind, connectionId: rest.connectionId, fields: { ...fields, ...Object.fromEntries(set) } };
    const { data: split, text } = withSecretRef(typed, { parts: this.parts, commandId: deriveNamedId(planId, rest.connectionId) });
    if (text !== null) secrets.put(split.secretRef, text);
    const keeps = type === 'ChangeConnection' ? { keepsSecret: text === null } : {};
    return { ...step, command: { type, data: { ...data, secretRef: split.secretRef, ...keeps } } };
  }

  /** Connections go to no private address that a file names: asked only about a plan that is allowed. */
  private async listRefusedAddresses({ plan, steps }: PlanJobAnswer): Promise<ConfigPlan['errors']> {
    const errors: ConfigPlan['errors'] = [];
    for (const { command } of steps) {
      if (command === null || !connectionCommands.has(command.type)) continue;
      const { connectionId, kind, fields } = command.data as unknown as ConnectionData;
      const checked = mayBePrivate(kind) ? { ok: true as const } : await this.outgoing.checkAddress(fields['baseUrl'] ?? '');
      const at = plan.changes.find(({ id }) => id === connectionId)?.at;
      if (!checked.ok) errors.push({ ...(at ?? nowhere), path: 'fields.baseUrl', code: checked.code, message: sentencesOf(checked.code) });
    }
    return errors;
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
