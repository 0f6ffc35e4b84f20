import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import { beginReactor } from './running-reactor.js';
import type { OpenedDependencies } from './parts.js';
import type { Reach } from './simulated-effects.js';

/** By kind of log: none for an import, in which what would page is past. */
export type ReachByKind = { readonly [R in Reach as R['logKind']]: () => R };

type Dependencies = Pick<
  OpenedDependencies,
  'clock' | 'config' | 'decode' | 'feed' | 'folder' | 'leading' | 'log' | 'logKind' | 'memory' | 'runner' | 'side' | 'troubles' | 'watched'
>;

/** The reactor of a server: does what follows from facts, on servers with that role. */
export class ReactorHost {
  reactor: Reactor | undefined;
  /** Distinguishes attempts of this server from those of others; 0 before the reactor starts. */
  epoch = 0;
  /** Start of the reactor, null before. Views that have seen no event yet count as behind at least since then. */
  since: string | null = null;
  /** The last sign of life of this data folder before this start. */
  readonly awayFrom: string | null;

  constructor(private readonly parts: Dependencies) {
    this.awayFrom = parts.folder.lastAlive();
  }

  /** Takes the next epoch and starts to react, and to page as far as the kind of the log lets it. */
  async start(reaches: ReachByKind): Promise<void> {
    const { config, clock, watched: domain, log, logKind, decode, feed, runner, side, troubles, leading, memory } = this.parts;
    if (logKind === 'import' || !config.roles.includes('reactor')) return;
    this.since = clock.now();
    const { awayFrom } = this;
    const parts = {
      domain,
      log,
      decode,
      feed,
      runner,
      clock,
      side,
      troubles,
      commandId: randomUUID(),
      awayFrom,
      ...reaches[logKind](),
    };
    const { reactor, epoch } = await beginReactor(parts);
    this.reactor = reactor;
    this.epoch = epoch;
    leading.watch(log, decode, memory.ordinal, epoch);
    reactor.start();
  }

  async stop(): Promise<void> {
    await this.reactor?.stop();
  }

  /** A sentence in pages that go out soon after an outage of Tocsin. */
  describeAbsence(): string | undefined {
    const { awayFrom, since } = this;
    if (awayFrom === null || since === null) return undefined;
    const isReported =
      millisBetween(awayFrom, since) > 2 * duration.minute && millisBetween(since, this.parts.clock.now()) < 10 * duration.minute;
    return isReported ? `Tocsin was away ${awayFrom.slice(11, 16)}–${since.slice(11, 16)} UTC.` : undefined;
  }
}
