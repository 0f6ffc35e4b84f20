import type { events as routeEvents, RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

/** The services that rules lead to, each once, in their order. */
const serviceIdsOf = (rules: readonly RouteRule[]): readonly string[] => [
  ...new Set(rules.flatMap(({ outcome }) => (outcome.kind === 'service' ? [outcome.serviceId] : []))),
];

export const routeSentences: Sentences<keyof typeof routeEvents> = {
  RoutesChanged: ({ data: { integrationId, version, rules }, meta }, names) => {
    const ids = serviceIdsOf(rules);
    const more = ids.length > 3 ? ` and ${ids.length - 3} more` : '';
    const services = ids.slice(0, 3).map((id) => names.service(id));
    const to = ids.length === 0 ? '' : `, to ${services.join(', ')}${more}`;
    return `${names.actor(meta.actor)} changed the routes of ${names.integration(integrationId)} (version ${version}): ${count(rules.length, 'rule')}${to}.`;
  },
};
