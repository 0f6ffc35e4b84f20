import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { isByPageLink, type Actor } from '@tocsin/contracts/envelope.js';
import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { limits } from '@tocsin/contracts/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { viewsOfStream } from '@tocsin/domain/registry.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { readFactsOfCommand } from '../core/facts-of-command.js';
import { PublicAddress } from '../core/public-address.js';
import { asProblem, HttpProblem, isFinal, parseOrThrow, toRefusedProblem } from '../problems/problem.js';
import { requirePermission } from '../http/caller.js';
import { RateLimits } from '../http/rate-limits.js';
import { AlertSearch } from '../query/alert-search.js';
import { ViewReader } from '../query/view-reader.js';
import { waitUntilRead } from '../problems/await-visibility.js';
import { augmentCommand } from './augment.js';
import { augmentsOfRooms, type AugmentedCommand, type AugmentInput, type Augments } from './augmentation.js';
import { commandClasses, type BusCommandType } from './handlers.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { commandBodyHash } from '../secrets/purpose-macs.js';

const dependencies = [
  'clock',
  'codec',
  'config',
  'decode',
  'feed',
  'log',
  'logKind',
  'reads',
  'runner',
  'side',
  'store',
  'troubles',
  'vault',
] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

export interface CommandRequest {
  readonly type: CommandType;
  readonly body: unknown;
  readonly actor: Actor;
  /** The client’s Idempotency-Key. Without one, each request is a separate command. */
  readonly key: string | undefined;
}

/** The part of an answer that is stored, so that a repeat with the same key gets it again. Contains no secrets. */
type StoredProblem = Pick<HttpProblem, 'code' | 'params' | 'errors'> & Partial<Pick<HttpProblem, 'inTheWay'>>;
type StoredResult = { readonly accepted: CommandAccepted } | { readonly problem: StoredProblem };

/** The stored status of a command that has no answer yet. */
const inProgress = 0;
const actorKey = ({ kind, id }: Actor): string => `${kind}:${id}`;

/** From a request to the bus and back: parses the body, runs it once for each key, and stores the answer. */
@Injectable()
export class Dispatcher {
  /** Commands in progress, by caller and key; `bodyHash` is that of the body that came first. */
  private readonly runningRequests = new Map<string, { readonly bodyHash: string; readonly answer: Promise<CommandAccepted> }>();

  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly bus: CommandBus,
    private readonly outgoing: OutgoingHttp,
    private readonly address: PublicAddress,
    private readonly rates: RateLimits,
    private readonly viewReader: ViewReader,
    private readonly alertSearch: AlertSearch,
    @Inject(augmentsOfRooms) private readonly augments: Augments,
  ) {}

  /**
   * Throws HttpProblem for a refusal. A repeat with the same key gets the same answer and has no second effect; the same key with
   * another body is refused.
   */
  async dispatch(request: CommandRequest): Promise<CommandAccepted> {
    const { type, body, actor } = request;
    const { permission } = commands[type];
    // an actor by page link is let in by the link, not by a role, so stale memory does not matter: acknowledging must stop their phone
    if (!isByPageLink(actor) && this.parts.feed.countBehind() > limits.memoryBehind)
      throw new HttpProblem('store.behind', {}, undefined, 5);
    requirePermission(this.parts, actor, permission);
    // an empty header counts as no key: otherwise all commands with one would be the same command
    const key = request.key || randomUUID();
    const commandId = deriveEventId(actorKey(actor), key, 'command', 0);
    const bodyHash = commandBodyHash(this.parts.vault, type, body);
    const storedAnswer = this.parts.side.answers.get(actorKey(actor), key);
    const lane = `${actorKey(actor)} ${key}`;
    const already = this.runningRequests.get(lane);
    if ((storedAnswer ?? already ?? { bodyHash }).bodyHash !== bodyHash) throw new HttpProblem('idempotency.reused');
    if (storedAnswer && storedAnswer.status !== inProgress)
      return this.answerRepeat(storedAnswer.answer as StoredResult, request, commandId);
    if (already) return already.answer;
    // stores the body’s hash first: if the server dies between decision and answer, the key can’t be used with another body
    if (request.key)
      this.parts.troubles.noteErrors('kept answers', () =>
        this.parts.side.answers.begin(actorKey(actor), key, { bodyHash, at: this.parts.clock.now() }),
      );
    const answer = this.executeFirst(request, key, commandId, bodyHash).finally(() => this.runningRequests.delete(lane));
    this.runningRequests.set(lane, { bodyHash, answer });
    return answer;
  }

  private async executeFirst(request: CommandRequest, key: string, commandId: string, bodyHash: string): Promise<CommandAccepted> {
    const { type, actor } = request;
    // an answer that can’t be stored is computed again on a repeat: the command is on the log, or was refused
    const keep = (status: number, answer: StoredResult): void =>
      this.parts.troubles.noteErrors('kept answers', () =>
        this.parts.side.answers.put(actorKey(actor), key, { bodyHash, status, answer, at: this.parts.clock.now() }),
      );
    const secrets = new NewSecrets(this.parts.vault);
    try {
      const data = parseOrThrow(commands[type].data, request.body);
      const { data: full, says } = await augmentCommand(this.augments, type, data, this.toAugmentInput(type, actor, commandId, secrets));
      const result = await this.send(type, full, { commandId, actor });
      const acceptedResult = this.toAccepted(await this.executeAllParts(result, commandId), commandId);
      keep(202, { accepted: acceptedResult });
      // another command did it before, so the new key is on no event: don’t return a key that opens nothing
      if (result.kind === 'nothing' && secrets.discard()) return acceptedResult;
      return await this.awaitKnown({ ...acceptedResult, says: { ...acceptedResult.says, ...says } }, says);
    } catch (error) {
      const problem = asProblem(error);
      if (problem && isFinal(error)) {
        secrets.discard();
        keep(422, { problem: { code: problem.code, params: problem.params, errors: problem.errors, inTheWay: problem.inTheWay } });
      }
      throw error;
    }
  }

  /**
   * Waits until this server has read its own write where the answer contains a link, key or token, or where access may have
   * changed: a new credential works at once, and a revoked one is refused at once. Commands on alert groups change no access, so
   * they don’t wait.
   */
  private async awaitKnown(acceptedResult: CommandAccepted, says: AugmentedCommand['says']): Promise<CommandAccepted> {
    const isUsedByEndpoints = acceptedResult.streams.some(({ stream }) => !stream.startsWith(`${alertGroupDecider.category}-`));
    if (isUsedByEndpoints || Object.keys(says).length > 0) await waitUntilRead(this.parts, acceptedResult.token).catch(() => {});
    return acceptedResult;
  }

  /** Sends a command over the bus. Throws HttpProblem when it is refused. */
  async send(
    type: BusCommandType,
    data: unknown,
    { commandId, actor, causationId = null }: { readonly commandId: string; readonly actor: Actor; readonly causationId?: string | null },
  ): Promise<Exclude<CommandResult, { kind: 'refused' }>> {
    const Command = commandClasses.get(type)!;
    // correlation is the command itself; causation is null unless the act answers an event, because acts come from outside
    const order = { command: { type, data }, commandId, actor, correlationId: commandId, causationId };
    const result = await this.bus.execute<InstanceType<typeof Command>, CommandResult>(new Command(order));
    if (result.kind === 'refused') throw toRefusedProblem(result.refused);
    return result;
  }

  /**
   * For a command that was appended before under the same key, and whose response was lost: reads its events from the log, so that the response is
   * complete.
   */
  private async executeAllParts(
    result: Exclude<CommandResult, { kind: 'refused' }>,
    commandId: string,
  ): Promise<Exclude<CommandResult, { kind: 'refused' }>> {
    return result.kind === 'known' ? { ...result, facts: await readFactsOfCommand(this.parts, result.stream, commandId) } : result;
  }

  /** The API’s answer to a command that was not refused. */
  toAccepted(result: Exclude<CommandResult, { kind: 'refused' }>, commandId: string): CommandAccepted {
    if (result.kind === 'nothing') return { commandId, token: result.token, streams: [], says: { ...result.says, nothingNew: true } };
    const { stream, revision, token, facts } = result;
    return { commandId, token, streams: [{ stream, revision, views: viewsOfStream(stream) }], says: idsIn(facts[0]?.data) };
  }

  private toAugmentInput(type: CommandType, actor: Actor, commandId: string, secrets: NewSecrets): AugmentInput {
    const { parts, outgoing, rates, viewReader, alertSearch } = this;
    const wouldChange = async (data: unknown): Promise<boolean> => {
      const order = { command: { type, data }, commandId, actor, correlationId: commandId, causationId: null };
      const decision = await parts.runner.preview(order);
      if (decision.kind === 'refused') throw toRefusedProblem(decision.refused);
      return decision.kind === 'append';
    };
    return {
      parts,
      outgoing,
      rates,
      viewReader,
      alertSearch,
      wouldChange,
      secrets,
      actor,
      callerId: actor.id,
      commandId,
      url: this.address.url(),
    };
  }

  private async answerRepeat(
    storedResult: StoredResult,
    { type, body, actor }: CommandRequest,
    commandId: string,
  ): Promise<CommandAccepted> {
    if ('problem' in storedResult) throw restoreProblem(storedResult.problem);
    const data = parseOrThrow(commands[type].data, body);
    const secrets = new NewSecrets(this.parts.vault);
    const { says } = await augmentCommand(this.augments, type, data, this.toAugmentInput(type, actor, commandId, secrets));
    // `discard` is true when the secrets were new: those of the first try have been deleted since, so new ones would open nothing
    if (secrets.discard()) return storedResult.accepted;
    return { ...storedResult.accepted, says: { ...storedResult.accepted.says, ...says } };
  }
}

const restoreProblem = ({ code, params, errors, inTheWay }: StoredProblem): HttpProblem =>
  new HttpProblem(code, params, errors, undefined, inTheWay);

const answeredBesideIds: ReadonlySet<string> = new Set(['number', 'version', 'holder', 'since', 'earlierInvitation']);

/**
 * The fields of the first fact that the client needs to continue: ids, number or version, who has acknowledged a group since when,
 * and the state of an earlier invitation.
 */
const idsIn = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter(([key, value]) => (key.endsWith('Id') || answeredBesideIds.has(key)) && value !== null),
  );
