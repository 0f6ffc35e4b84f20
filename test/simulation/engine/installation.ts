import type { Recorded } from '@tocsin/contracts/envelope.js';
import { domain as realDomain } from '@tocsin/domain/registry.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import type { EffectObserver } from './effect-calls.js';
import { noFaults, type Faults } from './faults.js';
import { SavedMemory } from './saved-memory.js';
import { Ports, SimulatedProcess } from './ports.js';
import { Providers } from './providers.js';
import type { Scheduler } from './scheduler.js';
import { world } from './scheduler.js';
import { fillVault, createConfiguredWorld } from './configured-world.js';
import { createPlainCodec, SimulatedServer } from './simulated-server.js';
import { SharedLog } from './simulated-log.js';

/** Groups events by append: the events of one command are one append. */
const batchesOf = (events: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const batches = new Map<string, Recorded[]>();
  for (const event of events) {
    const { actor, commandId } = event.meta;
    const randomSource = `${actor.id} ${commandId}`;
    batches.set(randomSource, [...(batches.get(randomSource) ?? []), event]);
  }
  return [...batches.values()];
};

/** The configuration that Ana made before any faults, as events. */
const configuredWorld = createConfiguredWorld();

/** Milliseconds until a process that ended is restarted. */
const restartAfter = { least: 500, most: 20_000 };
/**
 * Errors of clocks, in milliseconds: any two differ by at least as long as a signal may wait, so that the order of signals is
 * unambiguous.
 */
const clockErrorChoices = [-20, -15, -10, -5, 0, 0, 0, 4].map((minutes) => minutes * 60_000);
/** The most events by which a follower may start too early. */
export const maxEarlyEvents = 50;
/** Errors of simulated providers and ports, and their reports; longer stalls are found by an invariant. */
const expectedErrors = /simulated|^A notification could not be withdrawn|^The reactor is stuck/;
/** Ten years. */
const leapMs = 10 * 365 * 86_400_000;
const nodes = ['n1', 'n2'] as const;

export interface InstallationOptions {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly domain?: Domain;
}

const noObserver: EffectObserver = { onStart: () => {}, onReaction: () => {}, onEffect: () => {} };

/** The log, the supervisor of its processes, and their faults. */
export class Installation {
  readonly scheduler: Scheduler;
  readonly log = new SharedLog();
  readonly providers: Providers;
  readonly vault = new MemoryVault();
  /** Observes what leaves no event on the log. */
  observer: EffectObserver = noObserver;
  readonly domain: Domain;
  readonly errors: string[] = [];
  readonly trace: string[] = [];
  /** Keys of presses that were refused because of their own earlier effect. */
  readonly wronglyRefused: string[] = [];
  servers: readonly SimulatedServer[] = [];
  /** Milliseconds by which the clock of each machine is wrong. */
  private readonly clockErrors = new Map<string, number>();
  /** The disk of each machine. */
  private readonly savedMemories = new Map<string, SavedMemory>();
  private lastAlive: number | null = null;
  private isQuiet = false;
  private isAway = false;
  /** The number of injected faults. */
  injections = 0;
  private readonly countFault = (): void => void (this.injections += 1);

  constructor(private readonly options: InstallationOptions) {
    this.scheduler = options.scheduler;
    this.domain = options.domain ?? realDomain;
    this.providers = new Providers(this.scheduler, () => this.faults, this.countFault);
    fillVault(this.vault);
  }

  /** The faults of this life, and those that are possible now. */
  get faultProfile(): Faults {
    return this.options.faults;
  }
  get faults(): Faults {
    return this.isQuiet ? noFaults : this.faultProfile;
  }

  /** Writes the configuration to the log, starts the first process, and enables faults. */
  async begin(): Promise<void> {
    const codec = createPlainCodec(this.domain);
    for (const batch of batchesOf(configuredWorld.events)) {
      const events = batch.map((event) => codec.encode(event, event.meta));
      await this.log.append(batch[0]!.stream, 'any', events);
    }
    this.start('n1');
    this.scheduleRepeatedly('restartEvery', () => this.restart());
    this.scheduleRepeatedly('overlapEvery', () => this.startSecondServer());
    this.scheduleRepeatedly('keepEvery', () => this.saveMemory());
    this.scheduleRepeatedly('freezeEvery', () => this.freezeRandomly());
    this.scheduleRepeatedly('clockStepEvery', () => this.stepClock());
  }

  /** Disables all faults from now on. */
  stopFaults(): void {
    this.isQuiet = true;
    this.clockErrors.clear();
  }

  /** Kills every process, and starts none before this instant. */
  stopAllUntil(instant: number): void {
    this.isAway = true;
    for (const { process } of this.servers) process.die();
    this.scheduler.skipTo(instant);
    this.isAway = false;
    this.start(this.scheduler.chance.pick(nodes));
  }

  /** A process that answers; undefined when there is none. */
  pickServer(): SimulatedServer | undefined {
    const reactingServers = this.servers.filter(({ isReacting }) => isReacting);
    return reactingServers.length === 0 ? undefined : this.scheduler.chance.pick(reactingServers);
  }

  /** The wall clock of a node, in milliseconds since 1970. */
  private wallClockOf(node: string): number {
    return this.scheduler.now + (this.clockErrors.get(node) ?? 0);
  }

  private start(node: string): void {
    // a machine that starts asks a time server, unless its clock is wrong permanently
    if ((this.clockErrors.get(node) ?? 0) >= leapMs) this.clockErrors.set(node, 0);
    const { scheduler, log: shared, providers, domain, vault, observer: onlooker } = this;
    const process = new SimulatedProcess(node, () => this.handleDeath(server));
    const ports = new Ports(scheduler, process, () => this.faults, this.countFault);
    const note = (traceText: string): void => void this.trace.push(`${new Date(scheduler.now).toISOString()} ${node} ${traceText}`);
    const onTrouble = (error: unknown): void => {
      const errorText = error instanceof Error ? error.message : String(error);
      if (!expectedErrors.test(errorText)) this.errors.push(errorText);
      note(errorText);
    };
    const early = (): number =>
      scheduler.chance.shouldHappen(this.faults.followsEarly) ? scheduler.chance.drawBetween(1, maxEarlyEvents) : 0;
    const wall = (): number => this.wallClockOf(node);
    const server = new SimulatedServer({
      domain,
      sharedLog: shared,
      vault,
      ports,
      providers,
      readWallClock: wall,
      earlyBy: early,
      onError: onTrouble,
      observer: onlooker,
    });
    this.savedMemoryOf(node).restore(server.memory);
    this.servers = [...this.servers, server];
    note('starts');
    const awayFrom = this.lastAlive === null ? null : new Date(this.lastAlive).toISOString();
    server.start(scheduler.chance.id(scheduler.now), awayFrom).catch((error: unknown) => {
      onTrouble(error);
      process.die();
    });
  }

  private handleDeath(server: SimulatedServer): void {
    const { scheduler } = this;
    this.servers = this.servers.filter((one) => one !== server);
    scheduler.forgetDead();
    this.trace.push(`${new Date(scheduler.now).toISOString()} ${server.process.node} dies`);
    if (this.servers.length > 0) return;
    this.lastAlive = scheduler.now;
    if (this.isAway) return;
    scheduler.scheduleAfter(scheduler.chance.drawBetween(restartAfter.least, restartAfter.most), world, () => {
      if (this.servers.length === 0) this.start(scheduler.chance.pick(nodes));
    });
  }

  /** Kills a process, or stops it gracefully. */
  private restart(): void {
    const server = this.pickServer();
    if (!server || this.scheduler.chance.shouldHappen(0.5)) server?.process.die();
    else void server.stop();
  }

  private saveMemory(): void {
    const server = this.pickServer();
    if (server) void this.savedMemoryOf(server.process.node).write(server.memory, this.scheduler, server.process);
  }

  private savedMemoryOf(node: string): SavedMemory {
    const savedMemory = this.savedMemories.get(node) ?? new SavedMemory();
    this.savedMemories.set(node, savedMemory);
    return savedMemory;
  }

  /** Starts a second process while one is still running. */
  private startSecondServer(): void {
    const node = nodes.find((one) => !this.servers.some(({ process }) => process.node === one));
    if (node !== undefined) this.start(node);
  }

  private freezeRandomly(): void {
    const { chance, now } = this.scheduler;
    this.freezeUntil(now + chance.drawBetween(1_000, 90_000), chance.shouldHappen(0.7));
  }

  /** Freezes a process that answers, and may start another one meanwhile. */
  freezeUntil(instant: number, isReplaced = true): void {
    const server = this.pickServer();
    if (!server) return;
    server.process.frozenUntil = instant;
    this.trace.push(`${new Date(this.scheduler.now).toISOString()} ${server.process.node} stands still`);
    if (isReplaced) this.startSecondServer();
  }

  private stepClock(): void {
    const { chance } = this.scheduler;
    const node = chance.pick(nodes);
    if (chance.shouldHappen(0.3)) this.leapClock(node);
    else this.clockErrors.set(node, chance.pick(clockErrorChoices));
    this.trace.push(`${new Date(this.scheduler.now).toISOString()} ${node} clock is wrong by ${this.clockErrors.get(node)} ms`);
  }

  /** A clock leaps into the far future, and back within a minute. */
  private leapClock(node: string): void {
    const { scheduler } = this;
    const before = this.clockErrors.get(node) ?? 0;
    this.clockErrors.set(node, leapMs);
    scheduler.scheduleAfter(scheduler.chance.drawBetween(100, 50_000), world, () => {
      if (!this.isQuiet) this.clockErrors.set(node, before);
    });
  }

  private scheduleRepeatedly(
    faultName: 'restartEvery' | 'overlapEvery' | 'keepEvery' | 'freezeEvery' | 'clockStepEvery',
    injectFault: () => void,
  ): void {
    const interval = this.faults[faultName];
    if (interval === 0) return;
    const { chance } = this.scheduler;
    const scheduleNext = (): void =>
      void this.scheduler.scheduleAfter(interval * (0.5 + chance.drawFraction()), world, () => {
        if (this.isQuiet) return;
        if (faultName !== 'keepEvery') this.countFault();
        injectFault();
        scheduleNext();
      });
    scheduleNext();
  }
}
