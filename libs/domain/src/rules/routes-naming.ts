import type { BlockingReference } from '@tocsin/contracts/refusals.js';
import { organisationRouter, type RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { ConfigurationReads } from '../reads.js';

const named = 5;

/** Routes with rules, on or off, whose outcome names something, by the numbers of those rules. */
export const listRoutesNaming = (
  { routeRules, integrations }: Pick<ConfigurationReads, 'routeRules' | 'integrations'>,
  doesName: (outcome: RouteRule['outcome']) => boolean,
): readonly BlockingReference[] =>
  [...routeRules.all()].flatMap(({ id, teamId, rules }) => {
    const places = rules.flatMap(({ outcome }, n) => (doesName(outcome) ? [n + 1] : []));
    const router = id === organisationRouter ? 'the organisation' : integrations.get(id)?.name;
    if (places.length === 0 || router === undefined) return [];
    const numbers = places.length > named ? `${places.slice(0, named).join(', ')}, …` : places.join(', ');
    const name = `Routes of ${router} (${places.length === 1 ? 'rule' : 'rules'} ${numbers})`;
    return [{ kind: 'routes', id, teamId: teamId ?? '', name }];
  });
