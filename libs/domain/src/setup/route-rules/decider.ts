import type { Messages } from '@tocsin/contracts/message.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import {
  organisationRouter,
  type commands,
  type RouteFact,
  type RouteRule,
  type RouteRulesRow,
  type TypedRouteRule,
} from '@tocsin/contracts/route-rules/noun.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { patternProblemOf, patternsSizeOf } from '../../rules/matchers.js';
import { canConfigureTeam, hasOrganisationPermission, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { routeRulesFold } from './views.js';

type State = RouteRulesRow | null;
export type RouteCommand = Messages<typeof commands>;
type Data = DataOf<RouteCommand, 'ChangeRoutes'>;

/** Gives every rule an id: one without gets its own by its place. */
const withIds = (rules: readonly TypedRouteRule[], context: ConfigurationContext): RouteRule[] =>
  rules.map(({ ruleId, rows, outcome, isOn }, n) => ({ ruleId: ruleId ?? context.newId('rule', n), rows, outcome, isOn }));

const refusePatterns = (rules: readonly RouteRule[]): Refusal | null => {
  for (const [n, { rows }] of rules.entries())
    for (const [at, row] of rows.entries())
      for (const [place, matcher] of row.entries()) {
        const reason = patternProblemOf(matcher);
        if (reason !== null) return refuse('route.pattern_invalid', { rule: n + 1, reason }, `rules.${n}.rows.${at}.${place}.value`);
      }
  const size = patternsSizeOf(rules.flatMap(({ rows }) => rows.flat()));
  return size > routeLimits.patternsSize ? refuse('limit.route_patterns', {}, 'rules') : null;
};

const serviceOf = ({ outcome }: RouteRule): string | undefined => (outcome.kind === 'service' ? outcome.serviceId : undefined);
const policyOf = ({ outcome }: RouteRule): string | undefined => (outcome.kind === 'record_only' ? undefined : outcome.policyId);

/** Services that no rule led to before: whoever sends alerts to a service decides who is paged, so its team’s permission is needed too. */
const refuseServices = (rules: readonly RouteRule[], state: State, context: ConfigurationContext): Refusal | null => {
  const known = new Set(state?.rules.map(serviceOf));
  for (const [n, rule] of rules.entries()) {
    const serviceId = serviceOf(rule);
    if (serviceId === undefined || known.has(serviceId)) continue;
    const service = context.reads.services.get(serviceId);
    if (service?.state !== 'active') return refuse('route.service_not_found', { rule: n + 1 }, `rules.${n}.outcome.serviceId`);
    if (!canConfigureTeam(context, service.teamId))
      return refusePermission('an owner, an admin, or a manager of the team of each service that a rule leads to');
  }
  return null;
};

/** The same of policies: a rule’s policy pages whom it names. */
const refusePolicies = (rules: readonly RouteRule[], state: State, context: ConfigurationContext): Refusal | null => {
  const known = new Set(state?.rules.map(policyOf));
  for (const [n, rule] of rules.entries()) {
    const policyId = policyOf(rule);
    if (policyId === undefined || known.has(policyId)) continue;
    const policy = context.reads.policies.get(policyId);
    if (!policy || policy.removed) return refuse('route.policy_not_found', { rule: n + 1 }, `rules.${n}.outcome.policyId`);
    if (!canConfigureTeam(context, policy.teamId))
      return refusePermission('an owner, an admin, or a manager of the team of each policy that a rule names');
  }
  return null;
};

/** Webhooks that no rule named before: of this team, or of the organisation. */
const refuseChannels = (
  rules: readonly RouteRule[],
  state: State,
  teamId: string | null,
  { reads }: ConfigurationContext,
): Refusal | null => {
  const known = new Set(state?.rules.map(({ outcome }) => outcome.postTo));
  const isUsable = (subscriptionId: string): boolean => {
    const owner = reads.eventQueues.get(subscriptionId)?.state.teamId;
    return owner !== undefined && (owner === null || owner === teamId);
  };
  const n = rules.findIndex(({ outcome: { postTo } }) => postTo !== undefined && !known.has(postTo) && !isUsable(postTo));
  return n < 0 ? null : refuse('route.channel_not_found', { rule: n + 1 }, `rules.${n}.outcome.postTo`);
};

const refuseSize = (rules: readonly RouteRule[]): Refusal | null => {
  const limit = routeLimits.rulesCharacters;
  if (JSON.stringify(rules).length > limit) return refuse('limit.route_rules_size', { limit }, 'rules');
  return new Set(rules.map(({ ruleId }) => ruleId)).size < rules.length ? refuse('route.rule_twice', {}, 'rules') : null;
};

interface Change {
  readonly name: string;
  /** Null: the organisation. */
  readonly teamId: string | null;
  readonly version: number;
  readonly rules: readonly TypedRouteRule[];
  readonly fact: (version: number, rules: RouteRule[]) => RouteFact;
}

const save = ({ name, teamId, version, rules, fact }: Change, state: State, context: ConfigurationContext): Decision<RouteFact> => {
  const before = state?.version ?? 0;
  const saved = withIds(rules, context);
  if (hasSameSettings(state ?? { rules: [] }, { rules: saved })) return new Nothing({ version: before });
  if (version !== before) return refuse('conflict.revision', { name });
  return (
    refuseSize(saved) ??
    refusePatterns(saved) ??
    refuseServices(saved, state, context) ??
    refusePolicies(saved, state, context) ??
    refuseChannels(saved, state, teamId, context) ?? [fact(version + 1, saved)]
  );
};

const change = ({ teamId, integrationId, version, rules }: Data, state: State, context: ConfigurationContext): Decision<RouteFact> => {
  if (!canConfigureTeam(context, teamId)) return refusePermission('an owner, an admin or a manager of the team');
  const integration = context.reads.integrations.get(integrationId);
  if (integration?.teamId !== teamId) return refuse('integration.not_found', {}, 'integrationId');
  const fact: Change['fact'] = (after, saved) => ({
    type: 'RoutesChanged',
    data: { teamId, integrationId, version: after, rules: saved },
  });
  return save({ name: integration.name, teamId, version, rules, fact }, state, context);
};

const changeOrganisation = (
  { version, rules }: DataOf<RouteCommand, 'ChangeOrganisationRoutes'>,
  state: State,
  context: ConfigurationContext,
): Decision<RouteFact> => {
  if (!hasOrganisationPermission(context, 'routes.configure')) return refusePermission('an owner or an admin');
  const fact: Change['fact'] = (after, saved) => ({ type: 'OrganisationRoutesChanged', data: { version: after, rules: saved } });
  return save({ name: 'The organisation’s routes', teamId: null, version, rules, fact }, state, context);
};

/** A stream for each integration, and one of the organisation: its rules are one list, saved as a whole. */
export const routeRulesDecider: Decider<State, RouteCommand, RouteFact, ConfigurationReads> = {
  category: 'routes',
  initial: null,
  streamId: { ChangeRoutes: ({ integrationId }) => integrationId, ChangeOrganisationRoutes: () => organisationRouter },
  decide: { ChangeRoutes: change, ChangeOrganisationRoutes: changeOrganisation },
  evolve: evolveOf<State, RouteRulesRow, RouteFact>(
    routeRulesFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};
