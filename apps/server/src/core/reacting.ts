import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { between } from '@tocsin/kernel/time.js';
import type { Effects } from '@tocsin/platform/reactor/effects-table.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import { beginReactor } from './begun-reactor.js';
import type { OpenedParts } from './parts.js';

type Needs = Pick<
  OpenedParts,
  'clock' | 'config' | 'decode' | 'feed' | 'folder' | 'leading' | 'log' | 'logKind' | 'memory' | 'runner' | 'side' | 'troubles' | 'watched'
>;

/** The reactor’s side of a server: what follows from facts is done here, where this server has that role. */
export class Reacting {
  reactor: Reactor | undefined;
  /** By which attempts of this server are told from those of others; 0 before it reacts. */
  epoch = 0;
  /** Since when it reacts: what views have seen nothing at all must be behind since then at least. Null before. */
  since: string | null = null;
  private readonly awayFrom: string | null;

  constructor(private readonly parts: Needs) {
    this.awayFrom = parts.folder.lastAlive();
  }

  /** Takes the next epoch, and begins to react and to page: on a live log alone. */
  async start(effects: () => Effects): Promise<void> {
    const { config, clock, watched: domain, log, logKind, decode, feed, runner, side, troubles, leading, memory } = this.parts;
    // what a demo or an import would page for is over, or never was
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

  /** A sentence for pages that go out soon after nobody was there to send them. */
  awayNote(): string | undefined {
    const { awayFrom, since } = this;
    if (awayFrom === null || since === null) return undefined;
    const isWorthSaying = between(awayFrom, since) > 2 * duration.minute && between(since, this.parts.clock.now()) < 10 * duration.minute;
    return isWorthSaying ? `Tocsin was away ${awayFrom.slice(11, 16)}–${since.slice(11, 16)} UTC.` : undefined;
  }
}
