import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import type { Severity } from '@tocsin/contracts/signals.js';
import { limits } from '@tocsin/contracts/limits.js';
import { groupedBy } from '@tocsin/kernel/grouped.js';
import { between } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/view.js';

/** What the router knows of one alert behind a route. */
export interface RoutedAlert {
  readonly firing: boolean;
  readonly startsAt: string | null;
  readonly severity: Severity;
}

/** The last alert group behind one (integration, key), as the router sees it. */
export interface RouteRow {
  readonly id: string;
  readonly integrationId: string;
  /** `<integration>|<sender's key>`: the routes of one sender's group, which may have been split. */
  readonly senderKey: string;
  readonly groupId: string;
  readonly number: number;
  readonly open: boolean;
  readonly alerts: Readonly<Record<string, RoutedAlert>>;
  readonly lastReceivedAt: string;
  readonly resolvedAt: string | null;
  readonly resolvedBy: 'person' | 'sender' | 'timer' | null;
  /** The sender has said resolved since a person did: its next trigger is a re-fire. */
  readonly senderResolved: boolean;
}

/** A sender may call an alert what it likes, `constructor` too. */
export const alertIn = (row: RouteRow, fingerprint: string): RoutedAlert | undefined =>
  Object.hasOwn(row.alerts, fingerprint) ? row.alerts[fingerprint] : undefined;

export const routeOf = (integrationId: string, key: string): string => `${integrationId}|${key}`;

const withAlerts = (before: RouteRow['alerts'], item: Routed): RouteRow['alerts'] => {
  if (item.alerts.length === 0) return before;
  const alerts = new Map(Object.entries(before));
  for (const { fingerprint, outcome, startsAt, severity } of item.alerts) {
    const known = alerts.get(fingerprint)?.startsAt ?? null;
    alerts.set(fingerprint, { firing: outcome !== 'resolved', startsAt: startsAt ?? known, severity });
  }
  return Object.fromEntries(alerts);
};

const allResolved = (alerts: RouteRow['alerts']): RouteRow['alerts'] =>
  Object.fromEntries(Object.entries(alerts).map(([fingerprint, alert]) => [fingerprint, { ...alert, firing: false }]));

const opened = (item: Routed, before: RouteRow | undefined): RouteRow => ({
  id: item.route,
  integrationId: item.integrationId,
  senderKey: routeOf(item.integrationId, item.key),
  groupId: item.groupId!,
  number: item.number!,
  open: true,
  alerts: withAlerts(item.outcome === 'reopened' ? (before?.alerts ?? {}) : {}, item),
  lastReceivedAt: item.signal.receivedAt,
  resolvedAt: null,
  resolvedBy: null,
  senderResolved: false,
});

const seen = (row: RouteRow, item: Routed): RouteRow => ({
  ...row,
  lastReceivedAt: item.signal.receivedAt > row.lastReceivedAt ? item.signal.receivedAt : row.lastReceivedAt,
  alerts: withAlerts(row.alerts, item),
});

/** One routed signal onto the row of its route. The router uses it for its own run, the view for everybody else's. */
export const afterItem = (row: RouteRow | undefined, item: Routed): RouteRow | undefined => {
  if (item.outcome === 'opened' || item.outcome === 'reopened') return opened(item, row);
  if (!row || item.reason === 'older_than_known') return row;
  if (item.outcome === 'ignored') return item.reason === 'resolved_by_person' ? { ...seen(row, item), senderResolved: true } : row;
  if (item.outcome !== 'resolved') return seen(row, item);
  const rest = seen(row, item);
  return {
    ...rest,
    open: false,
    alerts: allResolved(rest.alerts),
    resolvedAt: item.signal.receivedAt,
    resolvedBy: 'sender',
    senderResolved: true,
  };
};

type Change<T extends RecordedFact['type']> = Extract<RecordedFact, { type: T }>;
const routeKeys = (event: Change<'AlertGroupResolved'> | Change<'AlertGroupReopened'>): readonly string[] =>
  event.data.route ? [event.data.route] : [];

const byRoute = groupedBy((item: Routed) => [item.route]);

/** Memory of the router. Folded from its own decisions, and from what persons do to groups. */
export const routesView: View<RouteRow, RecordedFact> = {
  name: 'routes',
  past: false,
  columns: { senderKey: (row) => row.senderKey },
  on: {
    SignalsRouted: {
      keys: (event) => [...byRoute(event.data.items).keys()],
      row: (row, event, key) => byRoute(event.data.items).get(key)!.reduce(afterItem, row),
    },
    AlertGroupResolved: {
      keys: routeKeys,
      row: (row, event) =>
        row && row.groupId === event.data.groupId && row.open
          ? { ...row, open: false, resolvedAt: event.meta.at, resolvedBy: event.data.by, senderResolved: event.data.by === 'sender' }
          : row,
    },
    AlertGroupReopened: {
      keys: routeKeys,
      row: (row, event) =>
        row && row.groupId === event.data.groupId ? { ...row, open: true, resolvedAt: null, resolvedBy: null, senderResolved: false } : row,
    },
  },
  forget: (row, logTime) => !row.open && row.resolvedAt !== null && between(row.resolvedAt, logTime) > limits.rememberResolved,
};

/** Where each alert fires: a resolve also closes it under older keys of the same integration. */
export interface FingerprintRow {
  readonly id: string;
  readonly routes: readonly string[];
}

export const fingerprintKey = (integrationId: string, fingerprint: string): string => `${integrationId}|${fingerprint}`;

export const fingerprintsAfter = (row: FingerprintRow | undefined, item: Routed, key: string): FingerprintRow | undefined => {
  let routes = row?.routes ?? [];
  for (const alert of item.alerts) {
    if (fingerprintKey(item.integrationId, alert.fingerprint) !== key) continue;
    if (alert.outcome === 'resolved') routes = routes.filter((route) => route !== item.route);
    else if (!routes.includes(item.route)) routes = [...routes, item.route];
  }
  return { id: key, routes };
};

const byFingerprint = groupedBy((item: Routed) => item.alerts.map((alert) => fingerprintKey(item.integrationId, alert.fingerprint)));

export const fingerprintsView: View<FingerprintRow, RecordedFact> = {
  name: 'fingerprints',
  past: false,
  on: {
    SignalsRouted: {
      keys: (event) => [...byFingerprint(event.data.items).keys()],
      row: (row, event, key) => {
        const items = byFingerprint(event.data.items).get(key)!;
        const next = items.reduce<FingerprintRow | undefined>((folded, item) => fingerprintsAfter(folded, item, key), row);
        return next && next.routes.length > 0 ? next : null;
      },
    },
  },
};

/** Where the router stands: the state of its stream, and the revision that made it. */
export interface RoutingRow {
  readonly revision: number;
  readonly state: RoutingState;
}

export interface RoutingState {
  /** Every signal up to this ordinal has been routed. */
  readonly upTo: number;
  readonly nextNumber: number;
  /** Alert groups that were asked for by hand of late: they may not be there yet, and their ids are taken. */
  readonly asked: readonly string[];
}

export const routingAtFirst: RoutingState = { upTo: 0, nextNumber: 1, asked: [] };

/** One step of the stream, for its decider and for the row that stands for it. */
export const routingSteps = {
  SignalsRouted: (state: RoutingState, { upTo, nextNumber }: FactOf<'SignalsRouted'>): RoutingState => ({ ...state, upTo, nextNumber }),
  PageRequested: (state: RoutingState, { groupId, nextNumber }: FactOf<'PageRequested'>): RoutingState => ({
    ...state,
    nextNumber,
    asked: [...state.asked.slice(1 - limits.askedByHandKept), groupId],
  }),
};

/** The stream `routing` grows for ever; one row of memory stands for all of it. */
export const routingView: View<RoutingRow, RecordedFact> = {
  name: 'routing',
  past: false,
  on: {
    SignalsRouted: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({ revision, state: routingSteps.SignalsRouted(row?.state ?? routingAtFirst, data) }),
    },
    PageRequested: {
      keys: () => ['routing'],
      row: (row, { revision, data }) => ({ revision, state: routingSteps.PageRequested(row?.state ?? routingAtFirst, data) }),
    },
  },
};
