import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import * as routeLimits from './limits.js';

export { refusals } from './refusals.js';

const conditions = {
  /** Any row must match; of a row, every matcher. No rows: every alert matches. */
  rows: z.array(z.array(labelMatcher).min(1).max(routeLimits.matchersPerRow)).max(routeLimits.rowsPerRule),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('service'), serviceId: id }),
    /** No alert group is opened. */
    z.strictObject({ kind: z.literal('record_only') }),
  ]),
};

/** Where an integration’s alerts go. The first rule that is on and matches decides; without one they go to the integration’s service. */
export const routeRule = z.strictObject({ ruleId: id, ...conditions, isOn: z.boolean() });
export type RouteRule = z.infer<typeof routeRule>;

/** The same from a form: a new rule has no id yet. */
export const typedRouteRule = z.strictObject({ ruleId: id.optional(), ...conditions, isOn: z.boolean().default(true) });
export type TypedRouteRule = z.infer<typeof typedRouteRule>;

const rules = z.array(routeRule);
/** The integration, and the team that owns it. */
const about = { teamId: id, integrationId: id };

/** Facts of a stream `routes-<integration>`. */
export const events = {
  RoutesChanged: event(
    1,
    ['teams', 'Routes changed'],
    'The routes of an integration were changed: its next alerts go where these rules lead. Alerts that fire stay in their groups.',
    z.object({ ...about, version: z.number().int(), rules }),
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
};

/** The routes of an integration, by its id. */
export const routeRulesRow = z.object({ id, teamId: id, version: z.number().int(), rules, changedAt: instant, by: id });
export type RouteRulesRow = z.infer<typeof routeRulesRow>;

/** Response rows by view name. */
export const views = { routeRules: routeRulesRow };
