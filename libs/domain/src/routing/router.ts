import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration, limits } from '@tocsin/contracts/limits.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';
import type { SignalAlert } from '@tocsin/contracts/signals.js';
import { derivedId } from '@tocsin/kernel/ids.js';
import { between } from '@tocsin/kernel/time.js';
import { absentFrom, changedAlert, changesIn, isRefire, resolvedAlert, type Changed } from './changes.js';
import { partsOf, type Indexed, type Part } from './parts.js';
import { afterItem, alertIn, fingerprintKey, fingerprintsAfter, routeOf, type FingerprintRow, type RouteRow } from './routes.view.js';

/** One received signal, as the router is handed it. */
export interface Received {
  readonly eventId: string;
  readonly ordinal: number;
  readonly data: Omit<FactOf<'SignalReceived'>, 'raw'>;
}

/** What the router reads: memory as of `readUpTo`. */
export interface RoutingReads {
  readonly route: (id: string) => RouteRow | undefined;
  readonly routesOf: (senderKey: string) => readonly RouteRow[];
  readonly fingerprint: (id: string) => FingerprintRow | undefined;
  readonly service: (id: string) => ServiceRow | undefined;
}

/** Routes one run of signals in order. What it decides for the first is what it knows for the second. */
export class Router {
  private readonly rows = new Map<string, RouteRow>();
  private readonly prints = new Map<string, FingerprintRow>();
  readonly items: Routed[] = [];

  constructor(
    private readonly reads: RoutingReads,
    public nextNumber: number,
  ) {}

  route(received: Received): void {
    const { signal, integrationId } = received.data;
    if (signal.action === 'resolve') this.resolve(received);
    else if (signal.action === 'acknowledge') this.acknowledge(received);
    else this.triggerAll(received);
    for (const alert of signal.alerts) if (alert.state === 'resolved') this.closeElsewhere(received, integrationId, alert);
  }

  private triggerAll(received: Received): void {
    const { signal, integrationId } = received.data;
    const parts = partsOf(signal);
    for (const part of parts) this.trigger(received, part);
    if (!signal.splitByName || !signal.complete) return;
    const told = new Set(parts.map((part) => routeOf(integrationId, part.route)));
    for (const row of this.routesOf(routeOf(integrationId, signal.key))) {
      if (isConcerned(row) && !told.has(row.id) && received.data.receivedAt >= row.lastReceivedAt) this.close(received, row);
    }
  }

  private row(route: string): RouteRow | undefined {
    return this.rows.get(route) ?? this.reads.route(route);
  }

  private put(item: Routed): void {
    this.items.push(item);
    const row = afterItem(this.row(item.route), item);
    if (row) this.rows.set(item.route, row);
    for (const alert of item.alerts) {
      const key = fingerprintKey(item.integrationId, alert.fingerprint);
      this.prints.set(key, fingerprintsAfter(this.print(key), item, key)!);
    }
  }

  private print(key: string): FingerprintRow | undefined {
    return this.prints.get(key) ?? this.reads.fingerprint(key);
  }

  private item(received: Received, route: string, key: string, rest: Pick<Routed, 'outcome'> & Partial<Routed>): void {
    const row = this.row(route);
    this.put({
      signal: { eventId: received.eventId, ordinal: received.ordinal, receivedAt: received.data.receivedAt },
      integrationId: received.data.integrationId,
      serviceId: received.data.serviceId,
      key,
      route,
      groupId: row?.groupId ?? null,
      number: row?.number ?? null,
      alerts: [],
      ...rest,
    });
  }

  private trigger(received: Received, part: Part): void {
    const { integrationId, receivedAt } = received.data;
    const route = routeOf(integrationId, part.route);
    const row = remembered(this.row(route), receivedAt);
    if (row && receivedAt < row.lastReceivedAt)
      return this.item(received, route, part.key, { outcome: 'ignored', reason: 'older_than_known' });
    const firing = part.alerts.filter(([alert]) => alert.state === 'firing');
    const { splitByName, complete } = received.data.signal;
    // The word `firing` is about the whole: a part of it that the message shows to be quiet is over.
    if (firing.length === 0 && splitByName && complete && row && isConcerned(row)) return this.close(received, row);
    if (row?.open) return this.onOpen(received, part, route, row);
    if (firing.length === 0) return this.item(received, route, part.key, { outcome: 'ignored', reason: 'never_seen_firing' });
    const alerts = firing.map(([alert, index]) => changedAlert(alert, index, 'fired'));
    if (!row) return this.open(received, part, route, alerts, null);
    this.onResolved(received, part, route, row, firing, alerts);
  }

  private onOpen(received: Received, part: Part, route: string, row: RouteRow): void {
    const alerts = changesIn(part, row);
    const { complete, shape } = received.data.signal;
    if (complete && shape === 'group') alerts.push(...absentFrom(part, row));
    const changed = alerts.some(({ outcome }) => outcome !== 'began_again');
    this.item(received, route, part.key, { outcome: changed ? 'changed' : 'repeat', alerts });
  }

  /** Resolved: a re-fire reopens it or opens a new one; a mere re-send after a person resolved it stays quiet for an hour. */
  private onResolved(received: Received, part: Part, route: string, row: RouteRow, firing: readonly Indexed[], alerts: Changed[]): void {
    const since = between(row.resolvedAt ?? row.lastReceivedAt, received.data.receivedAt);
    const refired = firing.some(([alert]) => isRefire(alert, row));
    const over = part.alerts.flatMap(([alert, index]) =>
      alert.state === 'resolved' && alertIn(row, alert.fingerprint)?.firing ? [changedAlert(alert, index, 'resolved')] : [],
    );
    if (received.data.signal.complete && received.data.signal.shape === 'group') over.push(...absentFrom(part, row));
    if (!refired && since < limits.quietAfterHandResolve) {
      return this.item(received, route, part.key, { outcome: 'still_firing', reason: 'resolved_by_person', alerts: over });
    }
    const window = this.reopenWindow(received);
    if (refired && window > 0 && since <= window)
      return this.item(received, route, part.key, { outcome: 'reopened', alerts: [...alerts, ...over] });
    this.open(received, part, route, alerts, row.groupId);
  }

  /** Milliseconds; 0: a re-fire is always a new group. What the service says comes before what its interface promises. */
  private reopenWindow({ data }: Received): number {
    const minutes = this.reads.service(data.serviceId)?.reopenWindowMinutes ?? null;
    if (minutes !== null) return minutes * duration.minute;
    return data.kind === 'pagerduty-events' ? 0 : limits.reopenWindow;
  }

  private open(received: Received, part: Part, route: string, alerts: Changed[], previousGroupId: string | null): void {
    const groupId = derivedId(received.data.receivedAt, received.eventId, route, 'group');
    const number = this.nextNumber++;
    this.item(received, route, part.key, { outcome: 'opened', groupId, number, previousGroupId, alerts });
  }

  private acknowledge(received: Received): void {
    const { signal, integrationId } = received.data;
    const route = routeOf(integrationId, signal.key);
    const row = this.row(route);
    if (row?.open && received.data.receivedAt < row.lastReceivedAt) {
      return this.item(received, route, signal.key, { outcome: 'ignored', reason: 'older_than_known' });
    }
    this.item(received, route, signal.key, row?.open ? { outcome: 'acknowledged' } : { outcome: 'ignored', reason: 'no_open_alert' });
  }

  /** The sender's word on the whole: everything open under its key is over. */
  private resolve(received: Received): void {
    const { signal, integrationId } = received.data;
    const routes = this.routesOf(routeOf(integrationId, signal.key));
    const concerned = routes.filter(isConcerned);
    for (const row of concerned) {
      if (received.data.receivedAt < row.lastReceivedAt) {
        this.item(received, row.id, signal.key, { outcome: 'ignored', reason: 'older_than_known' });
      } else this.close(received, row);
    }
    if (concerned.length > 0) return;
    const reason = routes.length === 0 && signal.shape === 'group' ? 'never_seen_firing' : 'no_open_alert';
    this.item(received, routes[0]?.id ?? routeOf(integrationId, signal.key), signal.key, { outcome: 'ignored', reason });
  }

  /** All that fires behind a route is over. Where a person was faster, it is noted: what fires from now on fires anew. */
  private close(received: Received, row: RouteRow): void {
    const { signal } = received.data;
    const alerts = Object.entries(row.alerts)
      .filter(([, alert]) => alert.firing)
      .map(([fingerprint, alert]) => resolvedAlert(fingerprint, alert, signal));
    this.item(
      received,
      row.id,
      signal.key,
      row.open ? { outcome: 'resolved', alerts } : { outcome: 'ignored', reason: 'resolved_by_person', alerts },
    );
  }

  private routesOf(senderKey: string): readonly RouteRow[] {
    const known = this.reads.routesOf(senderKey).map((row) => this.rows.get(row.id) ?? row);
    const fresh = [...this.rows.values()].filter((row) => row.senderKey === senderKey && !known.some((other) => other.id === row.id));
    return [...known, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The alert may still fire under another key of the same integration: its sender regrouped. */
  private closeElsewhere(received: Received, integrationId: string, alert: SignalAlert): void {
    const senderKey = routeOf(integrationId, received.data.signal.key);
    for (const route of this.print(fingerprintKey(integrationId, alert.fingerprint))?.routes ?? []) {
      const row = this.row(route);
      if (!row?.open || row.senderKey === senderKey || !alertIn(row, alert.fingerprint)?.firing) continue;
      if (received.data.receivedAt < row.lastReceivedAt) continue;
      const last = Object.entries(row.alerts).every(([fingerprint, other]) => !other.firing || fingerprint === alert.fingerprint);
      this.item(received, route, row.senderKey.slice(integrationId.length + 1), {
        outcome: last ? 'resolved' : 'changed',
        alerts: [changedAlert(alert, null, 'resolved')],
      });
    }
  }
}

/** Open, or closed by a person whom the sender has not confirmed yet. */
const isConcerned = (row: RouteRow): boolean => row.open || !row.senderResolved;

/** After eight days a resolved group is forgotten: decided by the clock of the signals, so that it is decided the same again. */
const remembered = (row: RouteRow | undefined, at: string): RouteRow | undefined =>
  row && !row.open && row.resolvedAt && between(row.resolvedAt, at) > limits.rememberResolved ? undefined : row;
