import { createHash } from 'node:crypto';
import { runLongOutages } from './long-outages.js';
import { Chance } from '@tocsin/kernel/chance.js';
import { faultsOf, type Faults } from './faults.js';
import { FlappingSender } from './flapping-sender.js';
import { Gateway } from './gateway.js';
import { pressTwice } from './concurrent-edits.js';
import { Installation } from './installation.js';
import { Judge } from './judge.js';
import { People } from './people.js';
import { HandoffSender, Roster } from './roster.js';
import { Scheduler } from './scheduler.js';
import { poison, withPoison } from './poison.js';
import { Sender } from './senders.js';
import { Swarm } from './swarm.js';
import { StormSender, LargeSender, runStorm } from './storms.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { EventSource } from '@tocsin/kernel/replay/source.js';
import { start } from '../installation.js';

const hour = 3_600_000;
/** Milliseconds for work in progress to settle, after all faults have stopped. */
const settleMs = 35 * 60_000;

export interface SimulationRun {
  readonly seed: number;
  readonly faults: Faults;
  /** The rules of this life. */
  readonly domain: Domain;
  /** Sentences, each with its instant. */
  readonly violations: readonly string[];
  readonly errors: readonly string[];
  readonly events: EventSource;
  readonly eventCount: number;
  readonly steps: number;
  readonly pages: number;
  /** The number of injected faults. */
  readonly injections: number;
  /** Over every byte on the log: the same for the same seed. */
  readonly digest: string;
  readonly trace: readonly string[];
}

/** The monitoring systems of this life. */
const sendersOf = (installation: Installation, seed: number): readonly Sender[] => {
  const { scheduler, faultProfile: profile } = installation;
  const { chance } = scheduler;
  const senders = Array.from({ length: chance.drawBetween(1, 4) }, (_, n) => new Sender(installation, `condition-${n}`));
  if (profile.isPoisoned) senders.push(new Sender(installation, `${poison}-0`));
  if (profile.isLarge) senders.push(new LargeSender(installation, 'large'));
  const singers = ['sung-0', ...(profile.isPoisoned ? [`${poison}-sung`] : []), 'sung-1', 'sung-2'];
  if (chance.shouldHappen(0.2)) senders.push(new StormSender(installation, 'choir', singers));
  // later additions use their own random source, so that lives without them stay the same
  if (new Chance(seed * 7_919).shouldHappen(0.25)) senders.push(new Swarm(installation, 'swarm'));
  if (new Chance(seed * 104_729).shouldHappen(0.2)) senders.push(new FlappingSender(installation, 'fickle'));
  if (hasRoster(seed)) senders.push(new HandoffSender(installation, 'at-handoffs'));
  if (hasGateway(seed)) senders.push(...Array.from({ length: 6 }, (_, n) => new Sender(installation, `gate-${n}`)));
  return senders;
};

const hasGateway = (seed: number): boolean => new Chance(seed * 49_979_687).shouldHappen(0.3);
const hasRoster = (seed: number): boolean => new Chance(seed * 32_452_843).shouldHappen(0.2);

/** One life of an installation: everything in it follows from the seed. */
export const simulate = async (seed: number, { hours = 1 }: { readonly hours?: number } = {}): Promise<SimulationRun> => {
  const chance = new Chance(seed);
  const faults = faultsOf(chance);
  const scheduler = new Scheduler(chance, Date.parse(start) + hour);
  const installation = new Installation({ scheduler, faults, domain: faults.isPoisoned ? withPoison(domain) : domain });
  const judge = new Judge(installation);
  await installation.begin();
  const until = scheduler.now + hours * hour;
  const senders = sendersOf(installation, seed);
  judge.senders = senders.flatMap((sender) => (sender instanceof StormSender ? sender.allMembers : sender));
  for (const sender of senders) void sender.live(until);
  void new People(installation).live(until);
  if (chance.shouldHappen(0.1)) void runStorm(installation, until);
  if (new Chance(seed * 1_299_709).shouldHappen(0.3)) void pressTwice(installation, until);
  if (hasRoster(seed)) void new Roster(installation).live(until);
  if (hasGateway(seed)) void new Gateway(installation).live(until);
  judge.watch();
  await scheduler.run(until);
  installation.stopFaults();
  await scheduler.run(until + settleMs);
  if (new Chance(seed * 15_485_863).shouldHappen(0.2)) await runLongOutages(installation);
  judge.end();
  const { log, providers, errors: troubles, trace } = installation;
  const digest = createHash('sha256');
  for (const { id, stream, data, meta } of log.all) digest.update(`${id} ${stream} ${data} ${meta}\n`);
  return {
    seed,
    faults,
    domain: installation.domain,
    violations: judge.violations,
    errors: [...new Set(troubles)],
    events: judge.events,
    eventCount: log.all.length,
    steps: scheduler.steps,
    pages: providers.handovers.length,
    injections: installation.injections,
    digest: digest.digest('hex'),
    trace,
  };
};
