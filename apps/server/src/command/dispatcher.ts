import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Accepted } from '@tocsin/contracts/http.js';
import { limits } from '@tocsin/contracts/limits.js';
import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import { eventId } from '@tocsin/kernel/ids.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { factsOfCommand } from '../core/facts-of-command.js';
import { PublicAddress } from '../core/public-address.js';
import { asProblem, HttpProblem, isFinal, parsed, refusedProblem } from '../problems/problem.js';
import { requirePermission } from '../http/who.js';
import { RateLimits } from '../http/rate-limits.js';
import { untilRead } from '../problems/until-known.js';
import { augmented } from './augment.js';
import type { Augmented, Augmenting } from './augmented.js';
import { commandClasses, type BusCommandType } from './handlers.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { commandBodyHash } from '../secrets/keyed.js';

const needs = ['clock', 'codec', 'config', 'decode', 'feed', 'log', 'reads', 'runner', 'side', 'store', 'troubles', 'vault'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

export interface CommandRequest {
  readonly type: CommandType;
  readonly body: unknown;
  readonly actor: Actor;
  /** The client’s Idempotency-Key; without one each request is a command of its own. */
  readonly key: string | undefined;
}

/** What is kept of an answer, so that the same key gets it again: nothing secret. */
type KeptProblem = Pick<HttpProblem, 'code' | 'params' | 'errors'> & Partial<Pick<HttpProblem, 'inTheWay'>>;
type Kept = { readonly accepted: Accepted } | { readonly problem: KeptProblem };

/** The status of what is kept of a command that has no answer yet. */
const inProgress = 0;
const actorKey = ({ kind, id }: Actor): string => `${kind}:${id}`;

/** From a request to the bus and back: parse, once for each key, decide, remember the answer. */
@Injectable()
export class Dispatcher {
  /** By caller and key: whichever body came first. */
  private readonly running = new Map<string, { readonly bodyHash: string; readonly answer: Promise<Accepted> }>();

  constructor(
    @Uses(needs) private readonly parts: Needs,
    private readonly bus: CommandBus,
    private readonly outgoing: OutgoingHttp,
    private readonly address: PublicAddress,
    private readonly rates: RateLimits,
  ) {}

  /** Throws HttpProblem for a refusal. The same key: the same answer, and no second effect; another body under it is refused. */
  async dispatch(request: CommandRequest): Promise<Accepted> {
    const { type, body, actor } = request;
    if (!Object.hasOwn(commands, type)) throw new HttpProblem('request.unknown_command', { type });
    const { permission } = commands[type];
    // whoever has the link of a page was let in by it, not by a role: their phone must stop
    if (actor.via === undefined && this.parts.feed.behind() > limits.memoryBehind) throw new HttpProblem('store.behind', {}, undefined, 5);
    requirePermission(this.parts, actor, permission);
    // an empty header is no key: all that is sent with one would be one command
    const key = request.key || randomUUID();
    const commandId = eventId(actorKey(actor), key, 'command', 0);
    const bodyHash = commandBodyHash(this.parts.vault, type, body);
    const known = this.parts.side.answers.get(actorKey(actor), key);
    const lane = `${actorKey(actor)} ${key}`;
    const already = this.running.get(lane);
    if ((known ?? already ?? { bodyHash }).bodyHash !== bodyHash) throw new HttpProblem('idempotency.reused');
    if (known && known.status !== inProgress) return this.again(known.answer as Kept, request, commandId);
    if (already) return already.answer;
    // what may be decided and not answered, should the server end in between, is not decided again for another body
    if (request.key)
      this.parts.troubles.during('kept answers', () =>
        this.parts.side.answers.begin(actorKey(actor), key, { bodyHash, at: this.parts.clock.now() }),
      );
    const answer = this.first(request, key, commandId, bodyHash).finally(() => this.running.delete(lane));
    this.running.set(lane, { bodyHash, answer });
    return answer;
  }

  private async first(request: CommandRequest, key: string, commandId: string, bodyHash: string): Promise<Accepted> {
    const { type, actor } = request;
    // an answer that can’t be kept is worked out again: the command is on the log, or was refused
    const keep = (status: number, answer: Kept): void =>
      this.parts.troubles.during('kept answers', () =>
        this.parts.side.answers.put(actorKey(actor), key, { bodyHash, status, answer, at: this.parts.clock.now() }),
      );
    const secrets = new NewSecrets(this.parts.vault);
    try {
      const data = parsed(commands[type].data, request.body);
      const { data: full, says } = await augmented(type, data, this.augmenting(actor, commandId, secrets));
      const settled = await this.send(type, full, { commandId, actor });
      const accepted = this.accepted(await this.whole(settled, commandId), commandId);
      keep(202, { accepted });
      // it was so already, by another command: a key that opens nothing must not be shown as its key
      if (settled.kind === 'nothing' && secrets.discard()) return accepted;
      return await this.known({ ...accepted, says: { ...accepted.says, ...says } }, says);
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
   * Whoever is handed a link, a key or a token may use it at once, and what was taken from somebody is refused to them at once: this server
   * knows it when it answers, or as soon as it can. What is done about an alert group changes nothing of that, and waits for nothing.
   */
  private async known(accepted: Accepted, says: Augmented['says']): Promise<Accepted> {
    const isOfDoors = accepted.streams.some(({ stream }) => !stream.startsWith(`${alertGroupDecider.category}-`));
    if (isOfDoors || Object.keys(says).length > 0) await untilRead(this.parts, accepted.token).catch(() => {});
    return accepted;
  }

  /** Puts a command on the bus. Throws HttpProblem when it is refused. */
  async send(
    type: BusCommandType,
    data: unknown,
    { commandId, actor, causationId = null }: { readonly commandId: string; readonly actor: Actor; readonly causationId?: string | null },
  ): Promise<Exclude<CommandResult, { kind: 'refused' }>> {
    const Command = commandClasses.get(type)!;
    // an act comes from outside: nothing on the log caused it, unless it answers something, and what follows from it belongs to it
    const order = { command: { type, data }, commandId, actor, correlationId: commandId, causationId };
    const settled = await this.bus.execute<InstanceType<typeof Command>, CommandResult>(new Command(order));
    if (settled.kind === 'refused') throw refusedProblem(settled.refused);
    return settled;
  }

  /** Sent before under the same key, and its answer was lost: what it said then is said again. */
  private async whole(
    settled: Exclude<CommandResult, { kind: 'refused' }>,
    commandId: string,
  ): Promise<Exclude<CommandResult, { kind: 'refused' }>> {
    return settled.kind === 'known' ? { ...settled, facts: await factsOfCommand(this.parts, settled.stream, commandId) } : settled;
  }

  /** What the API answers to a command that was not refused. */
  accepted(settled: Exclude<CommandResult, { kind: 'refused' }>, commandId: string): Accepted {
    if (settled.kind === 'nothing') return { commandId, token: settled.token, streams: [], says: { ...settled.says, nothingNew: true } };
    const { stream, revision, token, facts } = settled;
    return { commandId, token, streams: [{ stream, revision }], says: idsIn(facts[0]?.data) };
  }

  private augmenting(actor: Actor, commandId: string, secrets: NewSecrets): Augmenting {
    const { parts, outgoing, rates } = this;
    return { parts, outgoing, rates, secrets, actor, callerId: actor.id, commandId, url: this.address.url() };
  }

  private async again(answered: Kept, { type, body, actor }: CommandRequest, commandId: string): Promise<Accepted> {
    if ('problem' in answered) throw sameProblem(answered.problem);
    const data = parsed(commands[type].data, body);
    const secrets = new NewSecrets(this.parts.vault);
    const { says } = await augmented(type, data, this.augmenting(actor, commandId, secrets));
    // what the first try put there is there, or has been let go since and opens nothing
    if (secrets.discard()) return answered.accepted;
    return { ...answered.accepted, says: { ...answered.accepted.says, ...says } };
  }
}

const sameProblem = ({ code, params, errors, inTheWay }: KeptProblem): HttpProblem =>
  new HttpProblem(code, params, errors, undefined, inTheWay);

const saidBesideIds: ReadonlySet<string> = new Set(['number', 'version', 'holder', 'since', 'earlierInvitation']);

/** The ids in the first fact, its number or version, who has a group since when, what became of an older link: what the client wants to go on with. */
const idsIn = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([key, value]) => (key.endsWith('Id') || saidBesideIds.has(key)) && value !== null));
