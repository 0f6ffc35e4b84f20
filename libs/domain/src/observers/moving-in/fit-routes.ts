import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import { patternProblemOf } from '../../rules/matchers.js';
import type { OutcomeDraft, Remarks, RouteDraft, RoutesDraft } from './settings.js';

type FittedRoute = RouteDraft & { readonly when: NonNullable<RouteDraft['when']> };
export type FittedRoutes = Omit<RoutesDraft, 'routes'> & { readonly routes: readonly FittedRoute[] };

/** Ids of what is written. */
interface Written {
  readonly services: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
}

const isReadable = (route: RouteDraft): route is FittedRoute => route.when !== null;

const isSilent = (outcome: OutcomeDraft): boolean => 'recordOnly' in outcome;

const isWritten = (outcome: OutcomeDraft, { services, policies }: Written): boolean => {
  if ('recordOnly' in outcome) return true;
  const { serviceId, policyId } = outcome;
  return (serviceId === undefined || services.has(serviceId)) && (policyId === undefined || policies.has(policyId));
};

const isUsable = ({ when }: FittedRoute): boolean =>
  when.length <= routeLimits.rowsPerRule &&
  when.every((row) => row.length <= routeLimits.matchersPerRow && row.every((one) => patternProblemOf(one) === null));

const most = routeLimits.rulesPerIntegration - 1;

/** Why a route can’t be here; undefined: it can. */
function problemOf(route: FittedRoute, kept: number, written: Written): string | undefined {
  if (!isUsable(route)) return 'pattern or number of conditions of a route, left out';
  if (!isWritten(route.then, written)) return 'route to what is not here';
  return kept >= most ? `more than ${most} routes` : undefined;
}

/**
 * A route that can’t be here is left out: off, it would match everything once somebody switches it on. What it paged for must not fall to a
 * later route, or to a default, that only records: it pages the service.
 */
export function fitRoutes(list: RoutesDraft, name: string, written: Written, remarks: Remarks): FittedRoutes {
  const routes: FittedRoute[] = [];
  let isPartial = false;
  for (const route of list.routes) {
    const problem = isReadable(route) ? problemOf(route, routes.length, written) : 'unreadable';
    if (isReadable(route) && problem !== undefined) remarks.add('no counterpart', problem, route.name);
    if (problem !== undefined) isPartial ||= route.isOn;
    else if (isPartial && route.isOn && isSilent(route.then))
      remarks.add('changed', 'route that only records, left out after another', `${name}: ${route.name}`);
    else if (isReadable(route)) routes.push(route);
  }
  const otherwise = fitDefault(list.otherwise, isPartial, written, (rule) => remarks.add('changed', rule, name));
  return { integrationId: list.integrationId, routes, ...(otherwise ? { otherwise } : {}) };
}

function fitDefault(
  outcome: OutcomeDraft | undefined,
  isPartial: boolean,
  written: Written,
  remark: (rule: string) => void,
): OutcomeDraft | undefined {
  if (outcome === undefined) return undefined;
  const isSafe = isSilent(outcome) ? !isPartial : isWritten(outcome, written);
  if (!isSafe) remark(isSilent(outcome) ? 'default pages, because a route is left out' : 'default pages: what it leads to is not here');
  else if (isSilent(outcome)) remark('what no route takes is recorded only');
  return isSafe ? outcome : undefined;
}
