import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { placeOfRule, valuesOf, type RoutedNames } from '../../setup/route-rules/shared/route-of.js';
import { defaultRules } from './items.js';
import type { Destination } from './portion.js';
import type { RoutingReads } from './routing-reads.js';

export interface Destinations {
  /** Of the routes; null: the integration never had any. */
  readonly version: number | null;
  readonly of: (alert: SignalAlert) => Destination;
  /** Of a thread’s alerts: of the first that fires. Without any: the integration’s own service. */
  readonly among: (alerts: readonly { readonly alert: SignalAlert }[]) => () => Destination;
}

/** The rules that decided, of a signal whose thread did not. */
export const rulesOf = ({ route }: Destination): RoutedSignal['by'] => ({ ...defaultRules, route });

type Data = Pick<FactOf<'SignalReceived'>, 'integrationId' | 'serviceId'>;
type Reads = Pick<RoutingReads, 'routeRules' | 'integration' | 'service'>;

const namesOf = ({ integration, service }: Reads, { integrationId, serviceId }: Data): RoutedNames => ({
  integration: integration(integrationId)?.name ?? '',
  service: service(serviceId)?.name ?? '',
});

/** Where alerts of one signal go, by the routes of its integration; without a rule that matches, to the integration’s own service. */
export const destinationsOf = (reads: Reads, data: Data): Destinations => {
  const { serviceId: ownService } = data;
  const routes = reads.routeRules(data.integrationId);
  const own: Destination = { serviceId: ownService, route: { ...defaultRules.route, version: routes?.version ?? 1 }, suffix: '' };
  const of = routes ? ruleFinder(reads, data, routes, own) : () => own;
  const among: Destinations['among'] = (alerts) => () => {
    const one = alerts.find(({ alert }) => alert.state === 'firing') ?? alerts[0];
    return one ? of(one.alert) : own;
  };
  return { version: routes?.version ?? null, of, among };
};

const ruleFinder = (reads: Reads, data: Data, routes: RouteRulesRow, own: Destination): Destinations['of'] => {
  const names = namesOf(reads, data);
  const destinations = routes.rules.map(({ ruleId, outcome }, n): Destination => {
    const serviceId = outcome.kind === 'service' ? outcome.serviceId : null;
    const suffix = serviceId === own.serviceId ? '' : `|${serviceId ?? 'recorded'}`;
    return { serviceId, route: { id: ruleId, version: routes.version, place: n + 1 }, suffix };
  });
  return (alert) => destinations[placeOfRule(routes, valuesOf(alert, names))] ?? own;
};
