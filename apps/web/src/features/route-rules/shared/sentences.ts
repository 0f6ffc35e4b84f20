import type { events as routeEvents, RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { Names } from '../../../data/words/names.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

/** The services that rules lead to, each once, in their order. */
const serviceIdsOf = (rules: readonly RouteRule[]): readonly string[] => [
  ...new Set(rules.flatMap(({ outcome }) => (outcome.kind === 'service' ? [outcome.serviceId] : []))),
];

/** `3 rules, to Payments, Search and 2 more`. */
const rulesWords = (rules: readonly RouteRule[], names: Names): string => {
  const ids = serviceIdsOf(rules);
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : '';
  const services = ids.slice(0, 3).map((id) => names.service(id));
  return `${count(rules.length, 'rule')}${ids.length === 0 ? '' : `, to ${services.join(', ')}${more}`}`;
};

export const routeSentences: Sentences<keyof typeof routeEvents> = {
  RoutesChanged: ({ data: { integrationId, version, rules }, meta }, names) =>
    `${names.actor(meta.actor)} changed the routes of ${names.integration(integrationId)} (version ${version}): ${rulesWords(rules, names)}.`,
  OrganisationRoutesChanged: ({ data: { version, rules }, meta }, names) =>
    `${names.actor(meta.actor)} changed the routes of the organisation (version ${version}): ${rulesWords(rules, names)}.`,
};
