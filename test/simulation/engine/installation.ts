import { domain as realDomain } from '@tocsin/domain/registry.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { harbour } from '../harbour.js';
import { noFaults, type Faults } from './faults.js';
import { Ports, Process } from './ports.js';
import { Providers } from './providers.js';
import type { Scheduler } from './scheduler.js';
import { world } from './scheduler.js';
import { plainCodec, SimulatedServer } from './simulated-server.js';
import { SharedLog } from './simulated-log.js';

const vault = new MemoryVault();
/** What Ana set up before anything goes wrong, as it stands on the log. */
const configured = harbour({ logOpened: { logId: '01900000-0000-7000-8000-000000000109', format: 1, clock: 'system', kind: 'live' } });

/** Milliseconds until a process that ended is started again. */
const restartAfter = { least: 500, most: 20_000 };
/** Minutes by which a clock may be wrong: no two of them less than a signal may wait, so that it is plain whose word came first. */
const wrongClocks = [-20, -15, -10, -5, 0, 0, 0, 4].map((minutes) => minutes * 60_000);
/** Ten years. */
const leap = 10 * 365 * 86_400_000;
const nodes = ['n1', 'n2'] as const;

export interface InstallationOptions {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly domain?: Domain;
}

/** The log, whoever keeps its processes running, and what goes wrong with them. */
export class Installation {
  readonly scheduler: Scheduler;
  readonly log = new SharedLog();
  readonly providers: Providers;
  readonly domain: Domain;
  readonly troubles: string[] = [];
  readonly trace: string[] = [];
  servers: readonly SimulatedServer[] = [];
  /** Milliseconds by which the clock of each machine is wrong. */
  private readonly wrongBy = new Map<string, number>();
  private lastAlive: number | null = null;
  private isQuiet = false;

  constructor(private readonly options: InstallationOptions) {
    this.scheduler = options.scheduler;
    this.domain = options.domain ?? realDomain;
    this.providers = new Providers(this.scheduler, () => this.faults);
  }

  /** What may go wrong in this life, and what may at this moment. */
  get profile(): Faults {
    return this.options.faults;
  }
  get faults(): Faults {
    return this.isQuiet ? noFaults : this.profile;
  }

  /** Puts the configuration on the log, starts the first process, and lets things go wrong. */
  async begin(): Promise<void> {
    const codec = plainCodec(this.domain);
    for (const event of configured.events) await this.log.append(event.stream, 'any', [codec.encode(event, event.meta)]);
    this.start('n1');
    this.every('restartEvery', () => this.anyServer()?.process.die());
    this.every('overlapEvery', () => this.overlap());
    this.every('freezeEvery', () => this.freeze());
    this.every('clockStepEvery', () => this.stepClock());
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.isQuiet = true;
    this.wrongBy.clear();
  }

  /** Somebody who answers; undefined while nobody does. */
  anyServer(): SimulatedServer | undefined {
    const alive = this.servers.filter(({ isReacting }) => isReacting);
    return alive.length === 0 ? undefined : this.scheduler.chance.pick(alive);
  }

  /** The wall clock of a node, in milliseconds since 1970. */
  private wall(node: string): number {
    return this.scheduler.now + (this.wrongBy.get(node) ?? 0);
  }

  private start(node: string): void {
    // a machine that starts asks a time server, unless its clock was wrong for long
    if ((this.wrongBy.get(node) ?? 0) >= leap) this.wrongBy.set(node, 0);
    const { scheduler, log: shared, providers, domain } = this;
    const process = new Process(node, () => this.died(server));
    const ports = new Ports(scheduler, process, () => this.faults);
    const note = (what: string): void => void this.trace.push(`${new Date(scheduler.now).toISOString()} ${node} ${what}`);
    const onTrouble = (error: unknown): void => {
      const says = error instanceof Error ? error.message : String(error);
      if (!says.includes('simulated')) this.troubles.push(says);
      note(says);
    };
    const early = (): number => (scheduler.chance.happens(this.faults.followsEarly) ? scheduler.chance.between(1, 50) : 0);
    const server = new SimulatedServer({ domain, shared, vault, ports, providers, wall: () => this.wall(node), early, onTrouble });
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
    scheduler.after(scheduler.chance.between(restartAfter.least, restartAfter.most), world, () => {
      if (this.servers.length === 0) this.start(scheduler.chance.pick(nodes));
    });
  }

  /** Another process begins while one still works. */
  private overlap(): void {
    const node = nodes.find((one) => !this.servers.some(({ process }) => process.node === one));
    if (node !== undefined) this.start(node);
  }

  private freeze(): void {
    const server = this.anyServer();
    if (!server) return;
    const { chance, now } = this.scheduler;
    server.process.frozenUntil = now + chance.between(1_000, 90_000);
    this.trace.push(`${new Date(now).toISOString()} ${server.process.node} stands still`);
    if (chance.happens(0.7)) this.overlap();
  }

  private stepClock(): void {
    const { chance } = this.scheduler;
    const node = chance.pick(nodes);
    if (chance.happens(0.3)) this.leap(node);
    else this.wrongBy.set(node, chance.pick(wrongClocks));
    this.trace.push(`${new Date(this.scheduler.now).toISOString()} ${node} clock is wrong by ${this.wrongBy.get(node)} ms`);
  }

  /** Into the far future, and back before a minute is over. */
  private leap(node: string): void {
    const { scheduler } = this;
    const before = this.wrongBy.get(node) ?? 0;
    this.wrongBy.set(node, leap);
    scheduler.after(scheduler.chance.between(100, 50_000), world, () => {
      if (!this.isQuiet) this.wrongBy.set(node, before);
    });
  }

  private every(what: 'restartEvery' | 'overlapEvery' | 'freezeEvery' | 'clockStepEvery', happen: () => void): void {
    const every = this.faults[what];
    if (every === 0) return;
    const { chance } = this.scheduler;
    const again = (): void =>
      void this.scheduler.after(every * (0.5 + chance.fraction()), world, () => {
        if (this.isQuiet) return;
        happen();
        again();
      });
    again();
  }
}
