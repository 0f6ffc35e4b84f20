import type { Grouping, GroupingTryOut } from '@tocsin/contracts/grouping.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import { organisationRouter, type TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { patternProblemOf } from '@tocsin/domain/rules/matchers.js';
import { routeOf, valuesOf, type RoutableAlert, type Routers } from '@tocsin/domain/setup/route-rules/shared/route-of.js';
import { tryGrouping, type GroupedSample } from '@tocsin/domain/setup/route-rules/shared/try-grouping.js';
import { tryRoutes, type TriedAlert } from '@tocsin/domain/setup/route-rules/shared/try-out.js';

/** An alert of a recent signal, as conditions see it. */
export interface RecentAlert extends RoutableAlert {
  /** The sender’s key of the whole, and that of the alert. */
  readonly key: string;
  readonly fingerprint: string;
  readonly integrationId: string;
  readonly serviceId: string;
  readonly receivedAt: string;
}

export interface RecentAlerts {
  readonly signals: number;
  /** The newest first. */
  readonly alerts: readonly RecentAlert[];
}

interface Input extends RecentAlerts {
  readonly rules: readonly TypedRouteRule[];
  readonly edited: string;
}

/** A pattern that is being typed matches nothing yet. */
const withoutInvalid = (rules: readonly TypedRouteRule[]): readonly TypedRouteRule[] =>
  rules.map((rule) => ({ ...rule, isOn: rule.isOn && rule.rows.flat().every((one) => patternProblemOf(one) === null) }));

const samplesOf = (alerts: readonly RecentAlert[], places: readonly number[]): RouteTryOut['samples'] => {
  const samples = new Map<string, RouteTryOut['samples'][number]>();
  for (const [n, { integrationId, receivedAt, name, summary, severityWord: severity, labels }] of alerts.entries()) {
    if (samples.size >= routeLimits.samples) break;
    const place = places[n]! < 0 ? null : places[n]! + 1;
    const key = JSON.stringify([integrationId, name, labels]);
    if (!samples.has(key)) samples.set(key, { integrationId, receivedAt, name, summary, severity, labels, place });
  }
  return [...samples.values()];
};

/** Where recent alerts would go if these rules took the place of the saved ones. */
export const answerTryOut = (reads: DomainReads, { edited, rules, alerts, signals }: Input): RouteTryOut => {
  const list: keyof Routers = edited === organisationRouter ? 'organisation' : 'integration';
  const tried = withoutInvalid(rules);
  const savedOf = (id: string): readonly TypedRouteRule[] => reads.routeRules.get(id)?.rules ?? [];
  const organisation = savedOf(organisationRouter);
  const inputs = alerts.map((alert): TriedAlert => {
    const { integrationId, serviceId: ownService } = alert;
    const saved = { organisation, integration: savedOf(integrationId) };
    const { name: service = '', labels } = reads.services.get(ownService) ?? {};
    const names = { integration: reads.integrations.get(integrationId)?.name ?? '', service, ...(labels ? { labels } : {}) };
    return { alert, ownService, names, saved, tried: { ...saved, [list]: tried } };
  });
  const { places, ...counts } = tryRoutes(inputs, list, rules.length);
  const routed = inputs.flatMap(({ alert, names, ownService, tried: routers }, n) => {
    const { serviceId, settings } = routeOf(routers, valuesOf(alert, names), ownService);
    if (serviceId === null) return [];
    const { grouping, linking } = settings;
    return { ...sampleOf(reads, alerts[n]!, serviceId, grouping?.as), ...(linking ? { linking } : {}) };
  });
  const since = alerts.at(-1)?.receivedAt ?? null;
  return { signals, since, alerts: alerts.length, ...counts, ...tryGrouping(routed.toReversed()), samples: samplesOf(alerts, places) };
};

/** An alert as a grouping sees it: with the name and the labels of the service to which it goes. */
const sampleOf = (reads: DomainReads, alert: RecentAlert, serviceId: string, ofRule: Grouping | undefined | null): GroupedSample => {
  const { integrationId, receivedAt, key, fingerprint } = alert;
  const { name: service = '', teamId = '', labels, grouping } = reads.services.get(serviceId) ?? {};
  const names = { integration: reads.integrations.get(integrationId)?.name ?? '', service, ...(labels ? { labels } : {}) };
  const used = ofRule === undefined ? (grouping ?? null) : ofRule;
  return { receivedAt, integrationId, key, fingerprint, serviceId, teamId, grouping: used, values: valuesOf(alert, names) };
};

interface GroupingInput extends RecentAlerts {
  readonly serviceId: string;
  readonly grouping: Grouping | null;
}

/** What recent alerts of a service’s integrations would have become by this grouping. */
export const answerGroupingTryOut = (reads: DomainReads, { serviceId, grouping, alerts, signals }: GroupingInput): GroupingTryOut => {
  const samples = alerts.map((alert) => sampleOf(reads, alert, serviceId, grouping));
  const { groups, biggest } = tryGrouping(samples.toReversed());
  return { signals, alerts: alerts.length, groups, biggest };
};
