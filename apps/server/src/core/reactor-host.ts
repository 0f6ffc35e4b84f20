import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { Effects } from '@tocsin/platform/reactor/effects-table.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import { beginReactor } from './running-reactor.js';
import type { OpenedDependencies } from './parts.js';

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

  /** Takes the next epoch and starts to react and to page; only on a live log. */
  async start(effects: () => Effects): Promise<void> {
    const { config, clock, watched: domain, log, logKind, decode, feed, runner, side, troubles, leading, memory } = this.parts;
    // in a demo or an import, what would page is past or never happened
    if (logKind !== 'live' || !config.roles.includes('reactor')) return;
    this.since = clock.now();
    const { awayFrom } = this;
    const parts = {
      domain,
      log,
      logKind,
      decode,
      feed,
      runner,
      clock,
      side,
      troubles,
      commandId: randomUUID(),
      awayFrom,
      effects: effects(),
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
