import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { routeOf, valuesOf, type RoutedNames } from '../../setup/route-rules/shared/route-of.js';
import { defaultRules } from './items.js';
import type { Destination } from './portion.js';
import { noIntegration } from './shared/no-integration.js';
import type { RoutingReads } from './routing-reads.js';

export interface Destinations {
  /** Of the routes, in the order of their growth; null: there never were any. */
  readonly version: string | null;
  readonly of: (alert: SignalAlert) => Destination;
  /** Of a thread’s alerts: of the first that fires. Without any: the integration’s own service. */
  readonly among: (alerts: readonly { readonly alert: SignalAlert }[]) => () => Destination;
}

/** The rules that decided, of a signal whose thread did not. */
export const rulesOf = ({ route, router }: Destination): RoutedSignal['by'] => ({
  ...defaultRules,
  route,
  ...(router ? { router } : {}),
});

type Data = Pick<FactOf<'SignalReceived'>, 'integrationId' | 'serviceId'>;
type Reads = Pick<RoutingReads, 'routeRules' | 'integration' | 'service'>;
interface RouterRows {
  readonly organisation: RouteRulesRow | undefined;
  readonly integration: RouteRulesRow | undefined;
}

const namesOf = ({ integration, service }: Reads, { integrationId, serviceId }: Data): RoutedNames => ({
  integration: integration(integrationId)?.name ?? '',
  service: service(serviceId)?.name ?? '',
});

/** The routers that are asked; null: there never were any. */
export const routersOf = ({ routeRules }: Pick<RoutingReads, 'routeRules'>, integrationId: string): RouterRows | null => {
  const rows: RouterRows = {
    organisation: integrationId === noIntegration ? undefined : routeRules(organisationRouter),
    integration: routeRules(integrationId),
  };
  return rows.organisation || rows.integration ? rows : null;
};

/** Where alerts of one signal go; without a rule that matches, to the integration’s own service. */
export const destinationsOf = (reads: Reads, data: Data): Destinations => {
  const rows = routersOf(reads, data.integrationId);
  const own: Destination = {
    serviceId: data.serviceId,
    route: { ...defaultRules.route, version: rows?.integration?.version ?? 1 },
    settings: {},
    suffix: '',
  };
  const of = rows ? destinationFinder(reads, data, rows, own) : () => own;
  const among: Destinations['among'] = (alerts) => () => {
    const one = alerts.find(({ alert }) => alert.state === 'firing') ?? alerts[0];
    return one ? of(one.alert) : own;
  };
  return { version: rows && versionOf(rows), of, among };
};

const padded = (row: RouteRulesRow | undefined): string => String(row?.version ?? 0).padStart(8, '0');

/** Sorts as the routers grow: one of the organisation comes after those of integrations alone. */
const versionOf = ({ organisation, integration }: RouterRows): string =>
  organisation ? `w${padded(organisation)}.${padded(integration)}` : `v${padded(integration)}`;

const routeVersionOf = (row: RouteRulesRow, place: number): Destination['route'] => ({
  id: row.rules[place]!.ruleId,
  version: row.version,
  place: place + 1,
});

const destinationFinder = (reads: Reads, data: Data, rows: RouterRows, own: Destination): Destinations['of'] => {
  const names = namesOf(reads, data);
  const routers = { organisation: rows.organisation?.rules ?? [], integration: rows.integration?.rules ?? [] };
  const find = (alert: SignalAlert): Destination => {
    const { serviceId, settings, places } = routeOf(routers, valuesOf(alert, names), data.serviceId);
    return {
      serviceId,
      settings,
      route: places.integration < 0 ? own.route : routeVersionOf(rows.integration!, places.integration),
      ...(places.organisation < 0 ? {} : { router: routeVersionOf(rows.organisation!, places.organisation) }),
      suffix: serviceId === data.serviceId ? '' : `|${serviceId ?? 'recorded'}`,
    };
  };
  // asked for its thread, its group and its settings: hundreds of rules are compared once
  const known = new Map<SignalAlert, Destination>();
  return (alert) => {
    const before = known.get(alert) ?? find(alert);
    known.set(alert, before);
    return before;
  };
};
