import { contactKinds, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domainReads, type DomainReads } from '@tocsin/domain/domain-reads.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { Chance } from '@tocsin/kernel/chance.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { CommandRunner, type CommandResult } from '@tocsin/platform/bus/command-runner.js';
import { SystemClock } from '@tocsin/platform/clock/clock.js';
import type { ClockStep } from '@tocsin/platform/clock/steady-time.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import { createDecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { refold } from '@tocsin/platform/feed/refold.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { beginReactor } from '../../../apps/server/src/core/running-reactor.js';
import { followSuccessors } from '../../../apps/server/src/core/successor.js';
import { openGroup } from '../../../apps/server/src/command/new-group.js';
import { mergeTables, type Effects } from '@tocsin/platform/reactor/effects-table.js';
import { Inbox } from '../../../apps/server/src/ingest/inbox.js';
import type { ReactorServerParts } from '../../../apps/server/src/core/server-reach.js';
import { createCoverEffects } from '../../../apps/server/src/notices/cover-effects.js';
import { withReached } from '../../../apps/server/src/notices/give-notice.js';
import { effectsOf } from '../../../apps/server/src/reactor/effects.js';
import { createEventEffects } from '../../../apps/server/src/reactor/event-effects.js';
import { createSecretCleanup } from '../../../apps/server/src/reactor/secret-cleanup.js';
import { signInMails } from '../../../apps/server/src/sign-in/mails.js';
import { observeEffects, type EffectObserver } from './effect-calls.js';
import type { Ports, SimulatedProcess } from './ports.js';
import { SimulatedChannel, SimulatedMailer, createSimulatedReceivers, type Providers } from './providers.js';
import { SimulatedLog, type SharedLog } from './simulated-log.js';

/** A codec without encryption or random salts, because neither depends on the seed. */
export const createPlainCodec = ({ upcasters }: Domain): EventCodec => {
  const salts = new Chance(1);
  return new EventCodec({
    vault: { keyFor: () => null, keyUnlessDestroyed: () => null },
    contractOf: (type) => {
      const contract = eventContract(type);
      return contract && { ...contract, personal: [] };
    },
    upcasters,
    createSalt: () => Buffer.from(Array.from({ length: 16 }, () => salts.drawBetween(0, 255))).toString('base64url'),
  });
};

/** The same process managers, with each reaction reported. */
const observeReactions = (domain: Domain, see: (event: Recorded) => void): Domain => ({
  ...domain,
  processes: domain.processes.map((process) => ({
    ...process,
    on: Object.fromEntries(
      Object.entries(process.on).map(([type, reaction]) => {
        const { then } = reaction!;
        const observedThen: typeof then = (event, needed) => {
          see(event);
          return then(event, needed);
        };
        return [type, { ...reaction!, then: observedThen }];
      }),
    ),
  })),
});

const doesOpenGroup = (type: string): boolean => type === 'PageSomeone' || type === 'SendTestAlert';

export interface ServerDependencies {
  readonly domain: Domain;
  readonly sharedLog: SharedLog;
  readonly vault: Vault;
  readonly ports: Ports;
  readonly providers: Providers;
  /** Milliseconds since 1970, by its machine’s clock. */
  readonly readWallClock: () => number;
  /** Number of events by which a follower starts too early. */
  readonly earlyBy: () => number;
  readonly onError: (error: unknown) => void;
  readonly observer: EffectObserver;
}

/** Few, so that exceeding the limit is noticed. */
export const callsAtOnce = 3;

/** One server process: the real inbox, runner, feed, reactor and effects, over simulated ports. */
export class SimulatedServer implements ReactorServerParts {
  readonly process: SimulatedProcess;
  readonly memory: MemoryRows;
  readonly clock: SystemClock;
  readonly inbox: Inbox;
  readonly log: SimulatedLog;
  readonly runner: CommandRunner;
  readonly codec: EventCodec;
  readonly decode: ReturnType<typeof createDecodeOnce>;
  readonly reads: DomainReads;
  readonly vault: Vault;
  readonly redactions = new Redactions();
  readonly held = null;
  readonly troubles = { note: (_where: string, error: unknown): void => this.parts.onError(error) };
  epoch = 0;
  private readonly feed: MemoryFeed;
  private reactor: Reactor | undefined;

  constructor(private readonly parts: ServerDependencies) {
    const { domain, sharedLog: shared, ports, readWallClock: wall, earlyBy: early, onError: onTrouble } = parts;
    const { deciders, logic, reads } = domain;
    const monotonic = ports.scheduler.monotonicClockFor(ports.process);
    const { node } = ports.process;
    this.process = ports.process;
    this.log = new SimulatedLog(shared, ports, early);
    this.clock = new SystemClock({ wall, monotonic, uptime: () => ports.scheduler.now });
    this.codec = createPlainCodec(domain);
    this.decode = createDecodeOnce((storedEvent) => this.codec.decode(storedEvent));
    this.memory = new MemoryRows(domain.memory);
    this.reads = domainReads(this.memory);
    this.vault = parts.vault;
    const { log, clock, codec, decode, memory } = this;
    this.feed = new MemoryFeed(log, decode, memory, onTrouble, monotonic);
    const checkFact = requireFinal(eventContract);
    const { feed } = this;
    this.runner = new CommandRunner({ deciders, logic, node, log, codec, decode, clock, memory, feed, reads, checkFact, monotonic });
    this.inbox = new Inbox({ log, codec, node, logic, now: () => clock.now(), monotonic });
  }

  /** `commandId`: of the command with which its reactor starts. Rejects when the log can’t be read or written: it is started again. */
  async start(commandId: string, awayFrom: string | null): Promise<void> {
    const { ports, observer: onlooker } = this.parts;
    const domain = observeReactions(this.parts.domain, (event) => onlooker.onReaction(this, event));
    onlooker.onStart(this);
    const { log, decode, memory, feed, runner, clock, troubles } = this;
    const laggingNames = memory.viewsBehind();
    const laggingViews = domain.memory.filter(({ name }) => laggingNames.includes(name));
    if (laggingViews.length > 0) await refold({ log, decode, memory }, laggingViews, memory.ordinal);
    await feed.start();
    const monotonic = ports.scheduler.monotonicClockFor(ports.process);
    const effects = observeEffects(this.createEffects(), this, onlooker);
    const reactorOptions = {
      domain,
      log,
      logKind: 'live' as const,
      decode,
      feed,
      runner,
      clock,
      troubles,
      monotonic,
      commandId,
      awayFrom,
      effects,
      callsAtOnce,
    };
    const { reactor, epoch } = await beginReactor(reactorOptions);
    this.reactor = reactor;
    this.epoch = epoch;
    clock.onStep((step) => this.recordSetBack(step));
    followSuccessors(log, decode, this.memory.ordinal, epoch, () => this.process.die());
    reactor.start();
  }

  get isReacting(): boolean {
    return this.reactor !== undefined && !this.process.isDead;
  }

  /** The instant of the next timer, by its own clock. */
  get nextDue(): string | undefined {
    return this.reactor?.nextDue();
  }

  /** Milliseconds for which something has waited while nothing was handled. */
  get stalledFor(): number {
    return this.reactor?.watch.stalledFor() ?? 0;
  }

  receive(id: string, signal: Omit<FactOf<'SignalReceived'>, 'receivedAt'>): Promise<string> {
    return this.inbox.receive(id, { ...signal, receivedAt: this.clock.now() });
  }

  /** A person’s act, under the key that their client made. */
  async act({ type, data }: Message, actor: Actor, key: string): Promise<CommandResult> {
    const commandId = deriveEventId(`${actor.kind}:${actor.id}`, key, 'command', 0);
    // as in the API: a repeated press finds the group that the first one made
    const commandData = doesOpenGroup(type) ? (await openGroup(data as object, { parts: this, commandId })).data : data;
    return this.runner.run({ command: { type, data: commandData }, actor, commandId, correlationId: commandId, causationId: null });
  }

  /** Like the server’s clock watch. */
  private recordSetBack({ from, to }: ClockStep): void {
    if (to > from || !this.isReacting) return;
    const commandId = deriveEventId(this.process.node, toInstant(from), 'clock', this.epoch);
    const command = { type: 'RecordClockStep', data: { from: toInstant(from), to: toInstant(to) } };
    const order = { command, actor: systemActor, commandId, correlationId: commandId, causationId: null };
    this.runner.run(order).catch((error: unknown) => this.parts.onError(error));
  }

  /** Stops it gracefully. */
  async stop(): Promise<void> {
    await this.reactor?.stop();
    await this.feed.stop();
    await this.log.close();
    this.process.die();
  }

  private createEffects(): Effects {
    const channels = Object.fromEntries(
      contactKinds.map((kind) => [kind, new SimulatedChannel(kind, this.parts.providers, this.process)]),
    ) as Record<ContactKind, SimulatedChannel>;
    const address = { url: () => 'https://tocsin.example' };
    const mailer = new SimulatedMailer(this.parts.providers, this.process);
    const http = createSimulatedReceivers(this.parts.providers, this.process);
    return mergeTables([
      effectsOf({ server: this, channels, address, describeAbsence: () => undefined }),
      createSecretCleanup(this),
      createEventEffects({
        server: this,
        http,
        address,
        version: 'simulated',
        connections: { begin: () => true, isStopped: () => false, onAnswer: () => {} },
      }),
      signInMails({ server: this, mailer, address }),
      createCoverEffects(withReached({ server: this, channels, mailer, address })),
    ]);
  }
}
