import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { domain } from '@tocsin/domain/registry.js';
import type { OnCallRow } from '@tocsin/contracts/schedules.js';
import type { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { subscriptionDropsOf } from '../core/log-health.js';
import type { ServerParts } from '../core/server-parts.js';
import type { AuditWatch } from './audit-watch.js';
import { isWorking, secondsBehind, viewsNotReady, type Readiness } from './readiness.js';

type Needs = Pick<ServerParts, 'clock' | 'feed' | 'folder' | 'log' | 'memory' | 'reacting' | 'reserve' | 'troubles' | 'views'>;

/** Prometheus text, folded anew for each scrape: counters of the log, lags, what waits. People appear by their ids. */
export class Metrics {
  private readonly registry = new Registry();
  /** Once for each scrape. */
  private readiness!: Promise<Readiness>;
  readonly refused = new Counter({
    name: 'tocsin_refused_total',
    help: 'Requests of people and programs that were refused, by code; of signing in too, and never with what was typed.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  constructor(
    private readonly parts: Needs,
    private readonly sockets: () => number,
    audit: Pick<AuditWatch, 'last'>,
  ) {
    collectDefaultMetrics({ register: this.registry, prefix: 'tocsin_' });
    const readiness = (): Promise<Readiness> => this.readiness;
    this.gauge('tocsin_ready', '1 while log and reactor work, which is what paging needs; else 0.', async () =>
      Number((await readiness()).ok),
    );
    this.gauge('tocsin_log_head', 'Ordinal of the last known event.', async () => (await readiness()).head);
    this.gauge('tocsin_memory_lag_events', 'Events that memory has not folded.', async () => (await readiness()).memoryLag);
    this.gauge('tocsin_reactor_lag_events', 'Events that the reactor has not seen.', async () => (await readiness()).reactorLag);
    this.gauge(
      'tocsin_reactor_stalled_seconds',
      'Seconds for which something has waited and nothing at all was handled; above 10 the server is not ready.',
      async () => (await readiness()).reactorStalled,
    );
    this.gauge(
      'tocsin_reactor_late_seconds',
      'Seconds for which the oldest thing that waits has waited.',
      async () => (await readiness()).reactorLate,
    );
    this.gauge('tocsin_reaction_failures', 'Reactions that were abandoned in the last 30 days.', () => parts.memory.rows('failures').size);
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_audited_due',
        help: 'Escalation steps and notifications that came due since the log began, by what came of them; never: overdue by 60 s or more.',
        labelNames: ['outcome'],
        registers: [],
        collect() {
          if (!audit.last) return;
          for (const outcome of ['done', 'late', 'never'] as const) this.set({ outcome }, audit.last.all[outcome]);
        },
      }),
    );
    this.gauge('tocsin_views_lag_events', 'Events that the views have not seen.', async () => (await readiness()).viewsLag);
    this.gauge('tocsin_views_lag_seconds', 'Log time by which the views are behind.', () => secondsBehind(parts));
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_view_lag_events',
        help: 'Events that a view has not seen: all of them while it is built.',
        labelNames: ['view'],
        registers: [],
        async collect() {
          const { head, viewsLag } = await readiness();
          const building = viewsNotReady(parts);
          for (const { name } of domain.views) this.set({ view: name }, building.includes(name) ? head : viewsLag);
        },
      }),
    );
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_on_call',
        help: '1 for each person who is on call in a schedule, as it was recorded last.',
        labelNames: ['schedule', 'person'],
        registers: [],
        collect() {
          this.reset();
          for (const { id, removed, people } of parts.memory.rows<OnCallRow>('onCall').all())
            if (!removed) for (const { personId } of people) this.set({ schedule: id, person: personId }, 1);
        },
      }),
    );
    this.gauge('tocsin_timers', 'Alert groups with a pending timer.', () => parts.reacting.reactor?.timersWaiting ?? 0);
    this.gauge('tocsin_calls_out', 'Calls to providers under way.', () => parts.reacting.reactor?.callsOut ?? 0);
    this.gauge('tocsin_calls_waiting', 'Calls that wait until their provider has room.', () => parts.reacting.reactor?.callsWaiting ?? 0);
    this.gauge('tocsin_sockets', 'Connected browsers.', () => this.sockets());
    this.gauge('tocsin_troubles', 'Different failures in the background since the start.', () => parts.troubles.list().length);
    this.gauge(
      'tocsin_log_subscription_drops',
      'How often the subscription to EventStoreDB ended and came back.',
      () => subscriptionDropsOf(parts.log) ?? 0,
    );
    this.gauge('tocsin_disk_free_bytes', 'Bytes left on the disk of the data folder.', () => parts.folder.freeBytes());
    this.gauge('tocsin_disk_reserve_bytes', 'Bytes kept free for acknowledgements on a full disk; 0 once they are in use.', () =>
      parts.reserve?.state === 'kept' ? parts.reserve.bytes : 0,
    );
    const stats = () => (parts.log as Partial<SqliteEventLog>).stats?.();
    this.gauge('tocsin_log_commits', 'Transactions that wrote events since the start.', () => stats()?.commits ?? 0);
    this.gauge('tocsin_log_appended', 'Events appended since the start.', () => stats()?.appended ?? 0);
    this.gauge('tocsin_log_largest_group', 'The most appends that shared one flush.', () => stats()?.largestGroup ?? 0);
  }

  /** Also while the log does not answer: that is when somebody looks. */
  text(): Promise<string> {
    this.readiness = isWorking(this.parts);
    return this.registry.metrics();
  }

  private gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    });
    this.registry.registerMetric(gauge);
  }
}
