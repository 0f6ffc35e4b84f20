import { duration } from '@tocsin/contracts/duration.js';
import type { OldSystemRow } from '@tocsin/contracts/side-by-side/noun.js';
import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { alertsUntil, pairAlerts, type AlertThere } from '@tocsin/domain/operation/side-by-side/pair-alerts.js';
import type { RehearsedGroup } from '@tocsin/domain/operation/side-by-side/views.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ComparableSystem, NotifiedThere, ReadThere, Stretch } from '@tocsin/moving-in/read-notified.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import { Rounds } from '../../core/rounds.js';
import type { ServerParts } from '../../core/server-parts.js';
import { quarantineOf } from '../../core/store-quarantine.js';
import { readOnThread, type ReadOldSystem } from './read-on-thread.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reacting' | 'reads' | 'troubles' | 'vault'>;
  readonly dispatcher: Pick<Dispatcher, 'send'>;
  readonly read?: ReadOldSystem;
}

const { every, lag, window } = sideBySideLimits;
/** Alerts of the newest groups that had not ended there are asked for again. */
const followed = { for: 4 * duration.hour, most: 100 } as const;

/** A stretch of time that is read after many failures. */
const shortest = 10 * duration.second;

/** Ids there, by which services were moved in: `goalert:goalert.example.org:service:42`. */
const foreignIdOf = (externalKey: string): string => /:service:(.+)$/.exec(externalKey)?.[1] ?? externalKey.split(':').at(-1)!;

/**
 * Reads whom the systems notify that Tocsin replaces, a stretch of time after the other, and compares it with what services that rehearse would have done.
 * By the active server alone, on threads of their own; what a kill interrupts is read again.
 */
export class OldSystemReader {
  private readonly rounds: Rounds;
  /** By the reference of its token, after a failure: from when it is tried again, by the pacing’s clock, and how long a stretch it may be. */
  private readonly failures = new Map<string, { readonly retryFrom: number; readonly longest: number }>();
  private readonly read: ReadOldSystem;

  constructor(private readonly dependencies: Dependencies) {
    const { server } = dependencies;
    this.read = dependencies.read ?? readOnThread;
    this.rounds = new Rounds(server, {
      name: 'old systems',
      hasWork: () => this.systems().length > 0,
      round: () => this.readDue(),
      untilNext: () => Math.min(every, ...this.systems().map((row) => this.untilDue(row))),
      afterFailure: every,
    });
    server.memory.onChange((view) => {
      if (view === 'oldSystems') this.rounds.plan(duration.second);
    });
  }

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Resolves when none is being read. */
  get whenSettled(): Promise<void> {
    return this.rounds.whenSettled;
  }

  private systems(): readonly OldSystemRow[] {
    return [...this.dependencies.server.reads.oldSystems.all()];
  }

  /** From when nothing was read. What was read under a clock that stood ahead counts as not read. */
  private readFrom({ readUpTo }: OldSystemRow): string {
    const now = this.dependencies.server.clock.now();
    return readUpTo > now ? toInstant(toMillis(now) - every - lag) : readUpTo;
  }

  /** Milliseconds. */
  private untilDue(row: OldSystemRow): number {
    const { tokenRef } = row;
    const { clock } = this.dependencies.server;
    const due = toMillis(this.readFrom(row)) + every + lag - toMillis(clock.now());
    return Math.max(due, (this.failures.get(tokenRef)?.retryFrom ?? 0) - this.rounds.pacing.now(), duration.second);
  }

  private async readDue(): Promise<void> {
    const { reads, reacting } = this.dependencies.server;
    for (const row of this.systems()) {
      if (!this.rounds.isRunning || reacting.epoch === 0 || quarantineOf(reads)) return;
      if (this.untilDue(row) <= duration.second) await this.readOne(row);
    }
  }

  private async readOne(row: OldSystemRow): Promise<void> {
    const { clock } = this.dependencies.server;
    const from = this.readFrom(row);
    const longest = this.failures.get(row.tokenRef)?.longest ?? window;
    const latest = Math.min(toMillis(clock.now()) - lag, toMillis(from) + longest);
    const stretch = { from, to: toInstant(Math.floor(latest / duration.second) * duration.second), follow: this.followedOf(row) };
    if (stretch.to <= from) return;
    const found = await this.tryRead(row, stretch);
    if ('why' in found) {
      // it may have been too much at once
      this.failures.set(row.tokenRef, {
        retryFrom: this.rounds.pacing.now() + every,
        longest: Math.max(Math.min(longest, 2 * every) / 2, shortest),
      });
      await this.send('RecordOldSystemNotRead', { system: row.id, why: found.why.slice(0, 200) }, `${from} ${found.why}`);
      return;
    }
    if (2 * longest >= window) this.failures.delete(row.tokenRef);
    else this.failures.set(row.tokenRef, { retryFrom: 0, longest: 2 * longest });
    const { alerts, to } = cut(this.ours(row, found), stretch);
    const data = pairAlerts({ system: row.id, from, to }, alerts, this.groupsSince(row));
    await this.send('RecordOldSystemRead', data, from);
  }

  private async tryRead({ id, tokenRef }: OldSystemRow, stretch: Stretch): Promise<ReadThere | { readonly why: string }> {
    const { server } = this.dependencies;
    const { vault, config, clock } = server;
    const secret = vault.secret(tokenRef);
    if (secret === null) return { why: 'Its token is no longer stored.' };
    const { address, token } = JSON.parse(secret) as { address: string; token: string };
    const bounds = { allowCidrs: config.allowCidrs.join(','), allowLoopback: clock.kind === 'manual' };
    try {
      const reply = await this.read({ system: id as ComparableSystem, address, token, ...bounds, ...stretch });
      return reply.kind === 'read' ? reply : { why: reply.why };
    } catch (error) {
      server.troubles.note('old systems', error);
      return { why: `${foreignSystems[id].title} could not be read: details are in the server’s log.` };
    }
  }

  private send(type: 'RecordOldSystemRead' | 'RecordOldSystemNotRead', data: object, about: string): Promise<unknown> {
    const { system } = data as { system: string };
    const commandId = deriveNamedId(type, system, about, this.dependencies.server.clock.now());
    return this.dependencies.dispatcher.send(type, data, { commandId, actor: systemActor });
  }

  /** Groups that opened since the system is read: of earlier ones it was not asked. */
  private groupsSince({ id, since }: OldSystemRow): readonly RehearsedGroup[] {
    const services = new Set(this.servicesOf(id).values());
    const rows = this.dependencies.server.memory.rows<RehearsedGroup>('rehearsedGroups').all();
    return [...rows].filter(({ serviceId, openedAt }) => openedAt >= since && services.has(serviceId));
  }

  private followedOf(row: OldSystemRow): readonly string[] {
    const since = toInstant(toMillis(this.dependencies.server.clock.now()) - followed.for);
    return this.groupsSince(row)
      .filter(({ isEndedThere, openedAt }) => !isEndedThere && openedAt >= since)
      .flatMap(({ alerts }) => alerts)
      .slice(-followed.most);
  }

  /** Services that moved in from the system, by their ids there. */
  private servicesOf(system: string): ReadonlyMap<string, string> {
    const services = new Map<string, string>();
    for (const { id, kind, externalKey } of this.dependencies.server.reads.configItems.all())
      if (kind === 'Service' && externalKey?.startsWith(`${system}:`)) services.set(foreignIdOf(externalKey), id);
    return services;
  }

  /** In our ids, what services that rehearse are compared by. */
  private ours({ id }: OldSystemRow, { alerts, addresses }: ReadThere): readonly AlertThere[] {
    const { reads } = this.dependencies.server;
    const services = this.servicesOf(id);
    const people = new Map(
      [...reads.people.all()].flatMap((row) => (typeof row.email === 'string' ? [[row.email.toLowerCase(), row.id]] : [])),
    );
    const known = new Map(
      [...this.dependencies.server.memory.rows<RehearsedGroup>('rehearsedGroups').all()].flatMap((group) =>
        group.alerts.map((alertId) => [alertId, group.serviceId] as const),
      ),
    );
    return alerts.flatMap(({ alertId, serviceId, at, endedAt, pages }: NotifiedThere) => {
      const ourId = services.get(serviceId) ?? known.get(alertId ?? '');
      if (ourId === undefined || reads.services.get(ourId)?.rehearsingSince === undefined) return [];
      const ofPeople = pages.map(({ account, at: pagedAt, method }) => ({
        personId: people.get(addresses[account] ?? '') ?? null,
        at: pagedAt,
        method: method.toLowerCase().slice(0, 40),
      }));
      return [{ alertId: alertId?.slice(0, 200) ?? null, serviceId: ourId, at, endedAt, pages: ofPeople }];
    });
  }
}

/** Messages of one reading: with groups that each of them may mean, as many as one fact takes. */
const mostTimes = 200;

/** Only as long a stretch as one fact takes: the rest is read next. */
const cut = (alerts: readonly AlertThere[], { from, to }: Stretch): { readonly alerts: readonly AlertThere[]; readonly to: string } => {
  const times = alerts.flatMap(({ pages, at }) => (pages.length > 0 ? pages.map((page) => page.at) : [at])).toSorted();
  const limit = times.length > mostTimes ? times[mostTimes]! : to;
  if (limit >= to || limit <= from) return { alerts, to };
  return { alerts: alertsUntil(alerts, limit), to: limit };
};
