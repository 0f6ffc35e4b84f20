import type { Recorded } from '@tocsin/contracts/envelope.js';
import { domain as realDomain } from '@tocsin/domain/registry.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import type { Onlooker } from './effect-calls.js';
import { noFaults, type Faults } from './faults.js';
import { KeptMemory } from './kept-memory.js';
import { Ports, Process } from './ports.js';
import { Providers } from './providers.js';
import type { Scheduler } from './scheduler.js';
import { world } from './scheduler.js';
import { fillVault, settled } from './settled.js';
import { plainCodec, SimulatedServer } from './simulated-server.js';
import { SharedLog } from './simulated-log.js';

/** Groups events by append: the events of one command are one append. */
const batchesOf = (events: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const batches = new Map<string, Recorded[]>();
  for (const event of events) {
    const { actor, commandId } = event.meta;
    const of = `${actor.id} ${commandId}`;
    batches.set(of, [...(batches.get(of) ?? []), event]);
  }
  return [...batches.values()];
};

/** The configuration that Ana made before any faults, as events. */
const configured = settled();

/** Milliseconds until a process that ended is restarted. */
const restartAfter = { least: 500, most: 20_000 };
/**
 * Errors of clocks, in milliseconds: any two differ by at least as long as a signal may wait, so that the order of signals is
 * unambiguous.
 */
const wrongClocks = [-20, -15, -10, -5, 0, 0, 0, 4].map((minutes) => minutes * 60_000);
/** The most events by which a follower may start too early. */
export const mostEarly = 50;
/** Errors of simulated providers and ports, and their reports; longer stalls are found by an invariant. */
const expected = /simulated|^A notification could not be withdrawn|^The reactor is stuck/;
/** Ten years. */
const leap = 10 * 365 * 86_400_000;
const nodes = ['n1', 'n2'] as const;

export interface InstallationOptions {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly domain?: Domain;
}

const nobody: Onlooker = { starts: () => {}, reacts: () => {}, begins: () => {} };

/** The log, the supervisor of its processes, and their faults. */
export class Installation {
  readonly scheduler: Scheduler;
  readonly log = new SharedLog();
  readonly providers: Providers;
  readonly vault = new MemoryVault();
  /** Observes what leaves no event on the log. */
  onlooker: Onlooker = nobody;
  readonly domain: Domain;
  readonly troubles: string[] = [];
  readonly trace: string[] = [];
  /** Keys of presses that were refused because of their own earlier effect. */
  readonly wronglyRefused: string[] = [];
  servers: readonly SimulatedServer[] = [];
  /** Milliseconds by which the clock of each machine is wrong. */
  private readonly wrongBy = new Map<string, number>();
  /** The disk of each machine. */
  private readonly kept = new Map<string, KeptMemory>();
  private lastAlive: number | null = null;
  private isQuiet = false;
  private isAway = false;
  /** The number of injected faults. */
  injections = 0;
  private readonly injected = (): void => void (this.injections += 1);

  constructor(private readonly options: InstallationOptions) {
    this.scheduler = options.scheduler;
    this.domain = options.domain ?? realDomain;
    this.providers = new Providers(this.scheduler, () => this.faults, this.injected);
    fillVault(this.vault);
  }

  /** The faults of this life, and those that are possible now. */
  get profile(): Faults {
    return this.options.faults;
  }
  get faults(): Faults {
    return this.isQuiet ? noFaults : this.profile;
  }

  /** Writes the configuration to the log, starts the first process, and enables faults. */
  async begin(): Promise<void> {
    const codec = plainCodec(this.domain);
    for (const batch of batchesOf(configured.events)) {
      const events = batch.map((event) => codec.encode(event, event.meta));
      await this.log.append(batch[0]!.stream, 'any', events);
    }
    this.start('n1');
    this.every('restartEvery', () => this.restart());
    this.every('overlapEvery', () => this.overlap());
    this.every('keepEvery', () => this.keepMemory());
    this.every('freezeEvery', () => this.freeze());
    this.every('clockStepEvery', () => this.stepClock());
  }

  /** Disables all faults from now on. */
  calm(): void {
    this.isQuiet = true;
    this.wrongBy.clear();
  }

  /** Kills every process, and starts none before this instant. */
  awayUntil(instant: number): void {
    this.isAway = true;
    for (const { process } of this.servers) process.die();
    this.scheduler.skipTo(instant);
    this.isAway = false;
    this.start(this.scheduler.chance.pick(nodes));
  }

  /** A process that answers; undefined when there is none. */
  anyServer(): SimulatedServer | undefined {
    const alive = this.servers.filter(({ isReacting }) => isReacting);
    return alive.length === 0 ? undefined : this.scheduler.chance.pick(alive);
  }

  /** The wall clock of a node, in milliseconds since 1970. */
  private wall(node: string): number {
    return this.scheduler.now + (this.wrongBy.get(node) ?? 0);
  }

  private start(node: string): void {
    // a machine that starts asks a time server, unless its clock is wrong permanently
    if ((this.wrongBy.get(node) ?? 0) >= leap) this.wrongBy.set(node, 0);
    const { scheduler, log: shared, providers, domain, vault, onlooker } = this;
    const process = new Process(node, () => this.died(server));
    const ports = new Ports(scheduler, process, () => this.faults, this.injected);
    const note = (what: string): void => void this.trace.push(`${new Date(scheduler.now).toISOString()} ${node} ${what}`);
    const onTrouble = (error: unknown): void => {
      const says = error instanceof Error ? error.message : String(error);
      if (!expected.test(says)) this.troubles.push(says);
      note(says);
    };
    const early = (): number => (scheduler.chance.shouldHappen(this.faults.followsEarly) ? scheduler.chance.drawBetween(1, mostEarly) : 0);
    const wall = (): number => this.wall(node);
    const server = new SimulatedServer({ domain, shared, vault, ports, providers, wall, early, onTrouble, onlooker });
    this.keptOf(node).restore(server.memory);
    this.servers = [...this.servers, server];
    note('starts');
    const awayFrom = this.lastAlive === null ? null : new Date(this.lastAlive).toISOString();
    server.start(scheduler.chance.id(scheduler.now), awayFrom).catch((error: unknown) => {
      onTrouble(error);
      process.die();
    });
  }

  private died(server: SimulatedServer): void {
    const { scheduler } = this;
    this.servers = this.servers.filter((one) => one !== server);
    this.trace.push(`${new Date(scheduler.now).toISOString()} ${server.process.node} dies`);
    if (this.servers.length > 0) return;
    this.lastAlive = scheduler.now;
    if (this.isAway) return;
    scheduler.after(scheduler.chance.drawBetween(restartAfter.least, restartAfter.most), world, () => {
      if (this.servers.length === 0) this.start(scheduler.chance.pick(nodes));
    });
  }

  /** Kills a process, or stops it gracefully. */
  private restart(): void {
    const server = this.anyServer();
    if (!server || this.scheduler.chance.shouldHappen(0.5)) server?.process.die();
    else void server.stop();
  }

  private keepMemory(): void {
    const server = this.anyServer();
    if (server) void this.keptOf(server.process.node).write(server.memory, this.scheduler, server.process);
  }

  private keptOf(node: string): KeptMemory {
    const kept = this.kept.get(node) ?? new KeptMemory();
    this.kept.set(node, kept);
    return kept;
  }

  /** Starts a second process while one is still running. */
  private overlap(): void {
    const node = nodes.find((one) => !this.servers.some(({ process }) => process.node === one));
    if (node !== undefined) this.start(node);
  }

  private freeze(): void {
    const { chance, now } = this.scheduler;
    this.standStillUntil(now + chance.drawBetween(1_000, 90_000), chance.shouldHappen(0.7));
  }

  /** Freezes a process that answers, and may start another one meanwhile. */
  standStillUntil(instant: number, isReplaced = true): void {
    const server = this.anyServer();
    if (!server) return;
    server.process.frozenUntil = instant;
    this.trace.push(`${new Date(this.scheduler.now).toISOString()} ${server.process.node} stands still`);
    if (isReplaced) this.overlap();
  }

  private stepClock(): void {
    const { chance } = this.scheduler;
    const node = chance.pick(nodes);
    if (chance.shouldHappen(0.3)) this.leap(node);
    else this.wrongBy.set(node, chance.pick(wrongClocks));
    this.trace.push(`${new Date(this.scheduler.now).toISOString()} ${node} clock is wrong by ${this.wrongBy.get(node)} ms`);
  }

  /** A clock leaps into the far future, and back within a minute. */
  private leap(node: string): void {
    const { scheduler } = this;
    const before = this.wrongBy.get(node) ?? 0;
    this.wrongBy.set(node, leap);
    scheduler.after(scheduler.chance.drawBetween(100, 50_000), world, () => {
      if (!this.isQuiet) this.wrongBy.set(node, before);
    });
  }

  private every(what: 'restartEvery' | 'overlapEvery' | 'keepEvery' | 'freezeEvery' | 'clockStepEvery', happen: () => void): void {
    const every = this.faults[what];
    if (every === 0) return;
    const { chance } = this.scheduler;
    const again = (): void =>
      void this.scheduler.after(every * (0.5 + chance.drawFraction()), world, () => {
        if (this.isQuiet) return;
        if (what !== 'keepEvery') this.injected();
        happen();
        again();
      });
    again();
  }
}
