import { z } from 'zod';
import { typedName } from '../../ids.js';
import { grouping } from '../../grouping.js';
import * as routeLimits from '../../route-rules/limits.js';
import { identity, matcher, reference, urgency } from './shared.js';

const postTo = typedName.optional().describe('The name of an event subscription, such as a channel, that is told, too. It pages no one');

const routeSettings = {
  postTo,
  policy: reference('policy').optional().describe('The policy that a group opens with, in place of the service’s'),
  urgency: urgency.optional(),
  holdMinutes: z.number().int().min(routeLimits.hold.min).max(routeLimits.hold.max).optional().describe('Pages no one for so long'),
  grouping: grouping.optional().describe('What alerts of one group have in common, in place of the service’s'),
  linking: grouping
    .optional()
    .describe('What alert groups of one cause have in common, on any service of one team: they are paged for as one'),
};

const outcome = z
  .union([
    z.strictObject({ recordOnly: z.literal(true), postTo }).describe('No alert group is opened'),
    z.strictObject({
      usualService: z
        .literal(true)
        .optional()
        .describe('With `postTo` alone: it goes where it would have gone all the same. Left out, it is recorded only'),
      service: reference('service').optional().describe('Left out: where it would have gone without this route'),
      ...routeSettings,
    }),
  ])
  .describe('What happens with an alert that matches');

const routeDocument = z
  .strictObject({
    name: typedName.optional().describe('For whoever reads the file'),
    when: z
      .union([
        z.array(matcher).max(routeLimits.matchersPerRow),
        z.array(z.array(matcher).min(1).max(routeLimits.matchersPerRow)).max(routeLimits.rowsPerRule),
      ])
      .default([])
      .describe('All of these match; of several lists, all of one. None: every alert'),
    then: outcome,
    enabled: z.boolean().default(true),
  })
  .describe('The first route that is enabled and matches decides');

export const routesDocument = z
  .strictObject({
    apiVersion: identity.apiVersion,
    kind: z.literal('Routes'),
    integration: reference('integration').optional().describe('Team/Service/Name. Left out: in front of all integrations'),
    routes: z.array(routeDocument).max(routeLimits.rulesPerIntegration).default([]).describe('All routes, in order'),
    default: outcome.optional().describe('For alerts that no route matches. Left out: the service of the integration'),
  })
  .describe('Where the alerts of an integration go, or of all');
