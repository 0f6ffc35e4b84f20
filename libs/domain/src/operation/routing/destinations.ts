import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { groupingNames, type Grouping } from '@tocsin/contracts/grouping.js';
import { organisationRouter, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { groupingKeyOf, linkingKeyOf } from '../../rules/grouping-key.js';
import { routeOf, valuesOf, type RoutedNames } from '../../setup/route-rules/shared/route-of.js';
import { defaultRules, threadRules } from './items.js';
import type { Destination, GroupedBy } from './portion.js';
import { noIntegration } from './shared/no-integration.js';
import type { RoutingReads } from './routing-reads.js';

export interface Destinations {
  /** Of the routes, in the order of their growth; null: there never were any. */
  readonly version: string | null;
  /** Whether some of its alerts are in groups by fields. */
  readonly isGrouped: (alerts: readonly SignalAlert[]) => boolean;
  readonly of: (alert: SignalAlert) => Destination;
  /** Of a thread’s alerts: of the first that fires. Without any: the integration’s own service. */
  readonly among: (alerts: readonly { readonly alert: SignalAlert }[]) => () => Destination;
}

/** The rules that decided, of a signal whose thread did not. */
export const rulesOf = ({ route, router, grouped, post }: Destination): RoutedSignal['by'] => ({
  ...defaultRules,
  route,
  ...(grouped ? { grouping: grouped.rule } : {}),
  ...(router ? { router } : {}),
  ...(post ? { post: post.rule } : {}),
});

/** Where what opens, joins or is recorded only is posted; its rule is in `rulesOf`. */
export const postedTo = ({ post }: Destination): Pick<RoutedSignal, 'postTo'> => (post ? { postTo: post.to } : {});

type Data = Pick<FactOf<'SignalReceived'>, 'integrationId' | 'serviceId'>;
type Reads = Pick<RoutingReads, 'routeRules' | 'integration' | 'service'>;
/** Of one signal. */
interface Finding {
  readonly reads: Reads;
  readonly data: Data;
}
interface RouterRows {
  readonly organisation: RouteRulesRow | undefined;
  readonly integration: RouteRulesRow | undefined;
}

const namesOf = ({ integration, service }: Reads, { integrationId, serviceId }: Data): RoutedNames => {
  const { name = '', labels } = service(serviceId) ?? {};
  return { integration: integration(integrationId)?.name ?? '', service: name, ...(labels ? { labels } : {}) };
};

/** The routers that are asked; null: there never were any. */
const routersOf = ({ routeRules }: Pick<RoutingReads, 'routeRules'>, integrationId: string): RouterRows | null => {
  const rows: RouterRows = {
    organisation: integrationId === noIntegration ? undefined : routeRules(organisationRouter),
    integration: routeRules(integrationId),
  };
  return rows.organisation || rows.integration ? rows : null;
};

/** Of a signal whose thread decided. */
export const threadRulesOf = (reads: Pick<RoutingReads, 'routeRules'>, integrationId: string): RoutedSignal['by'] =>
  routersOf(reads, integrationId) ? threadRules : defaultRules;

/** Where alerts of one signal go; without a rule that matches, to the integration’s own service. */
export const destinationsOf = (reads: Reads, data: Data): Destinations => {
  const rows = routersOf(reads, data.integrationId);
  const own: Destination = {
    serviceId: data.serviceId,
    route: { ...defaultRules.route, version: rows?.integration?.version ?? 1 },
    settings: {},
    suffix: '',
  };
  const finding: Finding = { reads, data };
  const hasGrouping = rows !== null || reads.service(data.serviceId)?.grouping !== undefined;
  const toOwn = (alert: SignalAlert): Destination => withGrouping(own, alert, finding, rows);
  const of = rows ? destinationFinder(finding, rows, own) : hasGrouping ? toOwn : () => own;
  const among: Destinations['among'] = (alerts) => () => {
    const one = alerts.find(({ alert }) => alert.state === 'firing') ?? alerts[0];
    return one ? of(one.alert) : own;
  };
  const isGrouped: Destinations['isGrouped'] = (alerts) => hasGrouping && alerts.some((alert) => of(alert).grouped !== undefined);
  return { version: hasGrouping ? versionOf(rows, finding) : null, isGrouped, of, among };
};

/** What rehearses would be paged for what is live, or the other way round. */
const linkingFor = (service: ServiceRow | undefined, { linking }: Destination['settings']): Destination['settings']['linking'] =>
  service?.rehearsingSince === undefined ? linking : undefined;

/** Drills come from no integration: what they open is grouped by nothing, and linked with nothing. */
const withGrouping = (to: Destination, alert: SignalAlert, { reads, data }: Finding, rows: RouterRows | null): Destination => {
  const { serviceId, settings } = to;
  if (serviceId === null || data.integrationId === noIntegration) return to;
  const service = reads.service(serviceId);
  const { grouping: ofRule } = settings;
  const linking = linkingFor(service, settings);
  const grouping = ofRule?.as ?? service?.grouping;
  if (!grouping && !linking) return to;
  const values = valuesOf(alert, namesOf(reads, { ...data, serviceId }));
  const versioned = (ruleId: string) => ({ id: ruleId, version: versionOfRule(ruleId, rows) });
  const rule = ofRule ? versioned(ofRule.ruleId) : { id: serviceId, version: service?.version ?? 1 };
  return {
    ...to,
    ...(grouping ? { grouped: groupedBy(rule, grouping, groupingKeyOf(serviceId, grouping, values)) } : {}),
    ...(linking ? linkedBy(versioned(linking.ruleId), linking.as, linkingKeyOf(linking.ruleId, service?.teamId, linking.as, values)) : {}),
  };
};

const groupedBy = (rule: GroupedBy['rule'], grouping: Grouping, key: string): GroupedBy => ({
  rule,
  by: groupingNames(grouping),
  key,
  windowMinutes: grouping.windowMinutes,
});

const linkedBy = (rule: GroupedBy['rule'], linking: Grouping, key: string | null): Pick<Destination, 'linked'> =>
  key === null ? {} : { linked: groupedBy(rule, linking, key) };

const versionOfRule = (ruleId: string, rows: RouterRows | null): number =>
  [rows?.organisation, rows?.integration].find((row) => row?.rules.some((rule) => rule.ruleId === ruleId))?.version ?? 1;

const padded = (row: RouteRulesRow | undefined): string => String(row?.version ?? 0).padStart(8, '0');

/** Services to which a router’s rules lead. Rows are immutable, and asked for each signal. */
const known = new WeakMap<RouteRulesRow, readonly string[]>();
const servicesIn = (row: RouteRulesRow | undefined): readonly string[] => {
  if (!row) return [];
  const before = known.get(row);
  if (before) return before;
  const ids = [...new Set(row.rules.flatMap(({ outcome }) => (outcome.kind === 'service' ? outcome.serviceId : [])))];
  known.set(row, ids);
  return ids;
};

const groupedVersion = ({ service }: Reads, ids: readonly string[]): number =>
  ids.reduce((sum, id) => {
    const row = service(id);
    return row?.grouping === undefined ? sum : sum + row.version;
  }, 0);

/**
 * Sorts as the routers grow, and with the same routers as their services do: one of the organisation comes after those of integrations alone. Services that
 * never had a grouping don’t count.
 */
const versionOf = (rows: RouterRows | null, finding: Finding): string => {
  const { organisation, integration } = rows ?? {};
  const routers = organisation ? `w${padded(organisation)}.${padded(integration)}` : `v${padded(integration)}`;
  const { reads, data } = finding;
  const services =
    groupedVersion(reads, [data.serviceId]) +
    groupedVersion(reads, servicesIn(organisation)) +
    groupedVersion(reads, servicesIn(integration));
  return services === 0 ? routers : `${routers}.${String(services).padStart(8, '0')}`;
};

const routeVersionOf = (row: RouteRulesRow, place: number): Destination['route'] => ({
  id: row.rules[place]!.ruleId,
  version: row.version,
  place: place + 1,
});

/** `recorded`: the service of what is recorded only, of which nothing is posted while it rehearses; of a group that judges itself. */
const postPartOf = ({ post }: Destination['settings'], rows: RouterRows, recorded: ServiceRow | undefined): Pick<Destination, 'post'> => {
  if (!post || recorded?.rehearsingSince !== undefined) return {};
  const isOfRule = ({ ruleId }: { readonly ruleId: string }): boolean => ruleId === post.ruleId;
  const ofOrganisation = rows.organisation?.rules.findIndex(isOfRule) ?? -1;
  if (ofOrganisation >= 0)
    return { post: { to: post.to, rule: { ...routeVersionOf(rows.organisation!, ofOrganisation), ofOrganisation: true } } };
  return { post: { to: post.to, rule: routeVersionOf(rows.integration!, rows.integration!.rules.findIndex(isOfRule)) } };
};

const destinationFinder = (finding: Finding, rows: RouterRows, own: Destination): Destinations['of'] => {
  const { reads, data } = finding;
  const names = namesOf(reads, data);
  const routers = { organisation: rows.organisation?.rules ?? [], integration: rows.integration?.rules ?? [] };
  const find = (alert: SignalAlert): Destination => {
    const { serviceId, settings, places } = routeOf(routers, valuesOf(alert, names), data.serviceId);
    const to: Destination = {
      serviceId,
      settings,
      ...postPartOf(settings, rows, serviceId === null ? reads.service(data.serviceId) : undefined),
      route: places.integration < 0 ? own.route : routeVersionOf(rows.integration!, places.integration),
      ...(places.organisation < 0 ? {} : { router: routeVersionOf(rows.organisation!, places.organisation) }),
      suffix: serviceId === data.serviceId ? '' : `|${serviceId ?? 'recorded'}`,
    };
    return withGrouping(to, alert, finding, rows);
  };
  // asked for its thread, its group and its settings: hundreds of rules are compared once
  const found = new Map<SignalAlert, Destination>();
  return (alert) => {
    const before = found.get(alert) ?? find(alert);
    found.set(alert, before);
    return before;
  };
};
