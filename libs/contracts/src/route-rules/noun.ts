import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { urgency } from '../contacts/events.js';
import { grouping } from '../grouping.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import * as routeLimits from './limits.js';

export { refusals } from './refusals.js';

/** The event subscription, usually a channel of a chat, that is told beside all else. It is no person: nobody counts as reached by it. */
const posting = { postTo: id.optional() };

/** What a rule may set besides the service. */
const settings = {
  ...posting,
  /** The policy that a group opens with, in place of the service’s. */
  policyId: id.optional(),
  /** Of the alert, in place of what the service’s rule makes of its severity. */
  urgency: urgency.optional(),
  /** Minutes for which the alert pages no one, in case it resolves. */
  holdMinutes: z.number().int().min(routeLimits.hold.min).max(routeLimits.hold.max).optional(),
  /** What alerts of one group have in common, in place of the service’s. */
  grouping: grouping.optional(),
  /** What alert groups of one cause have in common, on whatever service of one team they are: they are linked, and paged for as one. */
  linking: grouping.optional(),
};

const conditions = {
  /** Any row must match; of a row, every matcher. No rows: every alert matches. */
  rows: z.array(z.array(labelMatcher).min(1).max(routeLimits.matchersPerRow)).max(routeLimits.rowsPerRule),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('service'), serviceId: id, ...settings }),
    /** It goes where it would have gone without this rule: in the organisation’s router on to the integration’s, there to the integration’s service. */
    z.strictObject({ kind: z.literal('default'), ...settings }),
    /** No alert group is opened: what is posted pages nobody. */
    z.strictObject({ kind: z.literal('record_only'), ...posting }),
  ]),
};

/**
 * The first rule that is on and matches decides. The organisation’s router is asked first: what its rule sets stands. Unless that is a service, or to
 * record only, the integration’s router sets what is still open, and its service the rest.
 */
export const routeRule = z.strictObject({ ruleId: id, ...conditions, isOn: z.boolean() });
export type RouteRule = z.infer<typeof routeRule>;

/** The same from a form: a new rule has no id yet. */
export const typedRouteRule = z.strictObject({ ruleId: id.optional(), ...conditions, isOn: z.boolean().default(true) });
export type TypedRouteRule = z.infer<typeof typedRouteRule>;

/** The row of the organisation’s router, among those of integrations. */
export const organisationRouter = 'organisation';

const rules = z.array(routeRule);
const about = { teamId: id, integrationId: id };

/** Facts of a stream `routes-<integration>`, and of `routes-organisation`. */
export const events = {
  RoutesChanged: event(
    1,
    ['teams', 'Routes changed'],
    'The routes of an integration were changed: its next alerts go where these rules lead. Alerts that fire stay in their groups.',
    z.object({ ...about, version: z.number().int(), rules }),
  ),
  OrganisationRoutesChanged: event(
    1,
    ['settings', 'Organisation’s routes changed'],
    'The routes in front of all integrations were changed: the next alerts go where these rules lead. Alerts that fire stay in their groups.',
    z.object({ version: z.number().int(), rules }),
  ),
};
export type RouteFact = Messages<typeof events>;

export const typedRules = z.array(typedRouteRule).max(routeLimits.rulesPerIntegration);

export const commands = {
  ChangeRoutes: command(
    'Change the routes of an integration',
    'service.configure',
    z.strictObject({ ...about, /** The version that was edited; 0: it had no rules yet. */ version: z.number().int(), rules: typedRules }),
  ),
  ChangeOrganisationRoutes: command(
    'Change the routes in front of all integrations',
    'routes.configure',
    z.strictObject({ /** The version that was edited; 0: there were no rules yet. */ version: z.number().int(), rules: typedRules }),
  ),
};

export const examples: Examples<typeof commands> = {
  ChangeRoutes: {
    body: {
      teamId: ids.team,
      integrationId: ids.integration,
      version: 0,
      rules: [{ rows: [[{ label: 'team', operator: '=', value: 'payments' }]], outcome: { kind: 'service', serviceId: ids.service } }],
    },
  },
  ChangeOrganisationRoutes: {
    body: {
      version: 0,
      rules: [
        { rows: [[{ label: 'env', operator: '=', value: 'staging' }]], outcome: { kind: 'default', urgency: 'low', holdMinutes: 5 } },
      ],
    },
  },
};

/** The routes of an integration, by its id; those of the organisation as `organisation`, of no team. */
export const routeRulesRow = z.object({
  id: z.string(),
  teamId: id.nullable(),
  version: z.number().int(),
  rules,
  changedAt: instant,
  by: id,
});
export type RouteRulesRow = z.infer<typeof routeRulesRow>;

/** Response rows by view name. */
export const views = { routeRules: routeRulesRow };
