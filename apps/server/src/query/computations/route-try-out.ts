import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import { organisationRouter, type TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { patternProblemOf } from '@tocsin/domain/rules/matchers.js';
import type { RoutableAlert, Routers } from '@tocsin/domain/setup/route-rules/shared/route-of.js';
import { tryRoutes, type TriedAlert } from '@tocsin/domain/setup/route-rules/shared/try-out.js';

/** An alert of a recent signal, as conditions see it. */
export interface RecentAlert extends RoutableAlert {
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
  return { signals, alerts: alerts.length, ...counts, samples: samplesOf(alerts, places) };
};
