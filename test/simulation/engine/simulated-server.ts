import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { groupReads, type GroupReads } from '@tocsin/domain/alert-groups/reads.js';
import { Redactions } from '@tocsin/domain/redactions/redactions.js';
import { eventId } from '@tocsin/kernel/ids.js';
import { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import type { Message } from '@tocsin/kernel/decider.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { CommandRunner, type Settled } from '@tocsin/platform/bus/command-runner.js';
import { SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import { decodingOnce } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { Core } from '../../../apps/server/src/core/core.js';
import { beginReactor } from '../../../apps/server/src/core/begun-reactor.js';
import type { PublicAddress } from '../../../apps/server/src/core/public-address.js';
import type { PushChannel } from '../../../apps/server/src/deliveries/push-channel.js';
import { augmented } from '../../../apps/server/src/command/augment.js';
import { Inbox } from '../../../apps/server/src/ingest/inbox.js';
import { effectsOf } from '../../../apps/server/src/reactor/effects.js';
import type { Ports, Process } from './ports.js';
import { SimulatedChannel, type Providers } from './providers.js';
import { SimulatedLog, type SharedLog } from './simulated-log.js';

/** Nothing is encrypted: keys and their bytes are of chance that no seed decides. */
export const plainCodec = ({ upcasters }: Domain): EventCodec =>
  new EventCodec({
    vault: { keyFor: () => null, keyIfKept: () => null },
    contractOf: (type) => {
      const contract = eventContract(type);
      return contract && { ...contract, personal: [] };
    },
    upcasters,
  });

export interface ServerParts {
  readonly domain: Domain;
  readonly shared: SharedLog;
  readonly vault: Vault;
  readonly ports: Ports;
  readonly providers: Providers;
  /** Milliseconds since 1970, as the clock of its machine says. */
  readonly wall: () => number;
  /** By how many events a follower begins too early. */
  readonly early: () => number;
  readonly onTrouble: (error: unknown) => void;
}

/** One process of the server: the real inbox, runner, feed, reactor and effects, over ports that chance decides about. */
export class SimulatedServer {
  readonly process: Process;
  readonly memory: MemoryRows;
  readonly clock: Clock;
  readonly inbox: Inbox;
  readonly log: SimulatedLog;
  readonly runner: CommandRunner;
  readonly decode: ReturnType<typeof decodingOnce>;
  readonly reads: GroupReads;
  readonly vault: Vault;
  readonly redactions = new Redactions();
  readonly held = null;
  readonly troubles = { note: (_where: string, error: unknown): void => this.parts.onTrouble(error) };
  epoch = 0;
  private readonly feed: MemoryFeed;
  private reactor: Reactor | undefined;

  constructor(private readonly parts: ServerParts) {
    const { domain, shared, ports, wall, early, onTrouble } = parts;
    const { deciders, logic, reads } = domain;
    const monotonic = ports.scheduler.monotonic(ports.process);
    const { node } = ports.process;
    this.process = ports.process;
    this.log = new SimulatedLog(shared, ports, early);
    this.clock = new SystemClock({ wall, monotonic, uptime: () => ports.scheduler.now });
    const codec = plainCodec(domain);
    this.decode = decodingOnce((stored) => codec.decode(stored));
    this.memory = new MemoryRows(domain.memory);
    this.reads = groupReads(this.memory);
    this.vault = parts.vault;
    const { log, clock, decode, memory } = this;
    this.feed = new MemoryFeed(log, decode, memory, onTrouble, monotonic);
    const checkFact = requireFinal(eventContract);
    this.runner = new CommandRunner({ deciders, logic, node, log, codec, decode, clock, memory, feed: this.feed, reads, checkFact });
    this.inbox = new Inbox({ log, codec, node, logic, now: () => clock.now(), monotonic });
  }

  /** `commandId`: of the command by which its reactor begins. Rejects when the log can’t be read or written: it is started again. */
  async start(commandId: string, awayFrom: string | null): Promise<void> {
    const { domain, ports } = this.parts;
    const { log, decode, feed, runner, clock } = this;
    await feed.start();
    const { reactor, epoch } = await beginReactor({
      domain,
      log,
      decode,
      feed,
      runner,
      clock,
      monotonic: ports.scheduler.monotonic(ports.process),
      side: { checkpoints: { get: () => 0, save: () => {} } },
      troubles: this.troubles,
      commandId,
      awayFrom,
      effects: this.effects(),
    });
    this.reactor = reactor;
    this.epoch = epoch;
    this.endWhenSucceeded();
    reactor.start();
  }

  get isReacting(): boolean {
    return this.reactor !== undefined && !this.process.isDead;
  }

  /** The instant of the next timer, by its own clock. */
  get nextDue(): string | undefined {
    return this.reactor?.nextDue();
  }

  /** Milliseconds for which something has waited and nothing was handled. */
  get stalledFor(): number {
    return this.reactor?.watch.stalledFor() ?? 0;
  }

  /** Nothing waits here: everything on the log has been handled, and nothing is due. */
  get isIdle(): boolean {
    const { reactor } = this;
    return reactor !== undefined && reactor.position === this.parts.shared.all.length && reactor.idle && reactor.callsOut === 0;
  }

  receive(id: string, signal: Omit<FactOf<'SignalReceived'>, 'receivedAt'>): Promise<string> {
    return this.inbox.receive(id, { ...signal, receivedAt: this.clock.now() });
  }

  /** A person’s act, under the id that their client made. */
  async act({ type, data }: Message, actor: Actor, key: string): Promise<Settled> {
    const commandId = eventId(`${actor.kind}:${actor.id}`, key, 'command', 0);
    // as the door does it: whoever presses again finds the group that they made
    const known = type === 'PageSomeone' || type === 'SendTestAlert' ? await this.withGroup(type, data as never, commandId) : data;
    return this.runner.run({ command: { type, data: known }, actor, commandId, correlationId: commandId, causationId: null });
  }

  private async withGroup(type: 'PageSomeone' | 'SendTestAlert', data: never, commandId: string): Promise<unknown> {
    return (await augmented(type, data, { core: this, commandId } as never)).data;
  }

  /** As a server ends that was asked to. */
  async stop(): Promise<void> {
    await this.reactor?.stop();
    await this.feed.stop();
    await this.log.close();
    this.process.die();
  }

  /** A reactor of a later epoch has begun: this one’s time is over. */
  private endWhenSucceeded(): void {
    this.log.follow(this.memory.ordinal, (events) => {
      const begun = events.filter(({ type }) => type === 'ReactorStarted').map((stored) => this.decode(stored));
      if (begun.some(({ data }) => (data as FactOf<'ReactorStarted'>).epoch > this.epoch)) this.process.die();
    });
  }

  private effects() {
    const channel = (kind: 'browser' | 'email' | 'webhook' | 'push') => new SimulatedChannel(kind, this.parts.providers, this.process);
    const channels = {
      browser: channel('browser'),
      email: channel('email'),
      webhook: channel('webhook'),
      push: channel('push') as unknown as PushChannel,
    };
    const address = { url: () => 'https://tocsin.example' } as PublicAddress;
    // what effects need of a core stands on this server under the same names
    return effectsOf({ core: this as unknown as Core, channels, address, awayNote: () => undefined });
  }
}
