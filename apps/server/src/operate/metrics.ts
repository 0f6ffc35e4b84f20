import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { domain } from '@tocsin/domain/registry.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import type { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { countPasswordChecks } from '@tocsin/platform/side/passwords.js';
import type { ServerParts } from '../core/server-parts.js';
import type { RefusedRequests } from '../http/refused-requests.js';
import type { AuditWatch } from './audit-watch.js';
import { isWorking, countSecondsBehind, unreadyViews, type Readiness } from './readiness.js';

type Dependencies = Pick<ServerParts, 'clock' | 'feed' | 'folder' | 'log' | 'memory' | 'reacting' | 'reserve' | 'troubles' | 'views'>;

let ofProcess: Registry | undefined;

/**
 * Process metrics, created once for all servers in this process: their garbage-collection observer lives as long as the process, and would keep every
 * ended server in memory.
 */
const createProcessMetrics = (): Registry => {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, prefix: 'tocsin_' });
  // `_total` is for counters: each is the sum of the gauge without it, over its types
  for (const counted of ['handles', 'requests', 'resources']) ofProcess.removeSingleMetric(`tocsin_nodejs_active_${counted}_total`);
  return ofProcess;
};

/** Metrics in Prometheus text, computed for each scrape: counters of the log, lags, backlogs. People appear by their ids. */
export class Metrics {
  private readonly registry = new Registry();
  /** Computed once for each scrape. */
  private readiness!: Promise<Readiness>;

  constructor(
    private readonly parts: Dependencies,
    private readonly sockets: () => number,
    audit: Pick<AuditWatch, 'last'>,
    refused: RefusedRequests,
  ) {
    createProcessMetrics();
    this.registry.registerMetric(refused.counter);
    const readiness = (): Promise<Readiness> => this.readiness;
    this.addGauge('tocsin_ready', '1 if log and reactor work, which is what paging needs; else 0.', async () =>
      Number((await readiness()).ok),
    );
    this.addGauge('tocsin_log_head', 'Ordinal of the last known event.', async () => (await readiness()).head);
    this.addGauge('tocsin_memory_lag_events', 'Events not yet applied in memory.', async () => (await readiness()).memoryLag);
    this.addGauge('tocsin_reactor_lag_events', 'Events not yet seen by the reactor.', async () => (await readiness()).reactorLag);
    this.addGauge(
      'tocsin_reactor_stalled_seconds',
      'Seconds in which work was waiting and nothing was handled; above 10 the server is not ready.',
      async () => (await readiness()).reactorStalled,
    );
    this.addGauge(
      'tocsin_reactor_late_seconds',
      'Age of the oldest waiting work, in seconds.',
      async () => (await readiness()).reactorLate,
    );
    this.addGauge('tocsin_reaction_failures', 'Reactions abandoned in the last 30 days.', () => parts.memory.rows('failures').size);
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_audited_due',
        help: 'Escalation steps and notifications that came due since the log began, by outcome; never: overdue by 60 s or more.',
        labelNames: ['outcome'],
        registers: [],
        collect() {
          if (!audit.last) return;
          for (const outcome of ['done', 'late', 'never'] as const) this.set({ outcome }, audit.last.all[outcome]);
        },
      }),
    );
    this.addGauge('tocsin_views_lag_events', 'Events not yet applied to the views.', async () => (await readiness()).viewsLag);
    this.addGauge('tocsin_views_lag_seconds', 'Delay of the views, in seconds of log time.', () => countSecondsBehind(parts));
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_view_lag_events',
        help: 'Events not yet applied to a view: all events while it is being built.',
        labelNames: ['view'],
        registers: [],
        async collect() {
          const { head, viewsLag } = await readiness();
          const building = unreadyViews(parts);
          for (const { name } of domain.views) this.set({ view: name }, building.includes(name) ? head : viewsLag);
        },
      }),
    );
    this.registry.registerMetric(
      new Gauge({
        name: 'tocsin_on_call',
        help: '1 for each person on call in a schedule, as last recorded.',
        labelNames: ['schedule', 'person'],
        registers: [],
        collect() {
          this.reset();
          for (const { id, removed, people } of parts.memory.rows<OnCallRow>('onCall').all())
            if (!removed) for (const { personId } of people) this.set({ schedule: id, person: personId }, 1);
        },
      }),
    );
    this.addGauge('tocsin_timers', 'Alert groups with a pending timer.', () => parts.reacting.reactor?.timersWaiting ?? 0);
    this.addGauge('tocsin_calls_out', 'Calls to providers in progress.', () => parts.reacting.reactor?.callsOut ?? 0);
    this.addGauge(
      'tocsin_calls_waiting',
      'Calls waiting because of the concurrency limit of their provider.',
      () => parts.reacting.reactor?.callsWaiting ?? 0,
    );
    this.addGauge('tocsin_password_checks', 'Password hashes computed for sign-ins since the process started.', () =>
      countPasswordChecks(),
    );
    this.addGauge('tocsin_sockets', 'Connected browsers.', () => this.sockets());
    this.addGauge('tocsin_troubles', 'Distinct background errors since the start.', () => parts.troubles.list().length);
    this.addGauge(
      'tocsin_log_subscription_drops',
      'Reconnections of the subscription to EventStoreDB.',
      () => parts.log.subscriptionDrops ?? 0,
    );
    this.addGauge('tocsin_disk_free_bytes', 'Free bytes on the disk of the data folder.', () => parts.folder.freeBytes());
    this.addGauge('tocsin_disk_reserve_bytes', 'Bytes reserved for acknowledgements on a full disk; 0 while they are in use.', () =>
      parts.reserve?.state === 'kept' ? parts.reserve.bytes : 0,
    );
    const stats = () => (parts.log as Partial<SqliteEventLog>).stats?.();
    this.addGauge('tocsin_log_commits', 'Transactions that wrote events since the start.', () => stats()?.commits ?? 0);
    this.addGauge('tocsin_log_appended', 'Events appended since the start.', () => stats()?.appended ?? 0);
    this.addGauge('tocsin_log_largest_group', 'The largest number of appends in one group commit.', () => stats()?.largestGroup ?? 0);
  }

  /** Also works while the log is unreachable, when metrics are needed most. */
  render(): Promise<string> {
    this.readiness = isWorking(this.parts);
    return Registry.merge([createProcessMetrics(), this.registry]).metrics();
  }

  private addGauge(name: string, help: string, read: () => number | Promise<number>): void {
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
