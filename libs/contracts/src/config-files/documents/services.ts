import { z } from 'zod';
import { integrationKinds } from '../../integrations/kinds.js';
import { grouping } from '../../grouping.js';
import { typedExpressions } from '../../mappings/noun.js';
import { serviceLabels, urgencyRules } from '../../services/noun.js';
import { inTeam, kept, reference, renamed, rescuedKey, secretVariable, weeklyHours } from './shared.js';

const minutes = (max: number) => z.number().int().min(0).max(max);

export const serviceDocument = z
  .strictObject({
    kind: z.literal('Service'),
    ...inTeam,
    policy: reference('policy').optional().describe('Policy of the same team. Required for a new service'),
    description: kept(z.string().trim().max(1_000), 'Description'),
    runbook: kept(z.url({ protocol: /^https?$/ }).max(2_000), 'Address of the runbook'),
    urgencyRule: kept(z.enum(urgencyRules), 'How urgent its alerts are'),
    supportHours: kept(weeklyHours, 'For the rule support_hours'),
    ackTimeoutMinutes: kept(minutes(9_000), 'Minutes until an acknowledged alert pages again. 0: never'),
    reopenWindowMinutes: kept(minutes(1_440), 'Minutes in which a resolved alert is reopened'),
    flapDetection: kept(z.boolean(), 'What fires and resolves again and again stays open, and pages once'),
    labels: kept(serviceLabels, 'Labels, which conditions name as service.<label>'),
    rehearses: z
      .boolean()
      .optional()
      .describe('For a new service alone: it pages nobody until a manager presses “Go live”. Nothing to be compared later'),
    grouping: kept(grouping, 'What alerts of one group have in common; without it they are grouped as their senders do'),
  })
  .describe('A service');

const integrationKey = z.union([
  z.strictObject({ from: z.literal('server') }).describe('A new key'),
  z.strictObject({ fromEnv: secretVariable }).describe('The value of this variable where apply runs'),
  z
    .strictObject({ fromRescue: rescuedKey })
    .describe('Written by an import: a key of the other system, which apply reads with --rescue. It ends after 90 days unless kept'),
]);

export const integrationDocument = z
  .strictObject({
    kind: z.literal('Integration'),
    ...renamed,
    service: reference('service').describe('Team/Name of the service'),
    integrationKind: z.enum(integrationKinds).describe('What sends. It does not change later'),
    keys: z.array(integrationKey).min(1).max(2).optional().describe('Read when the integration is made. Default: one new key'),
    mapping: kept(typedExpressions, 'JSONata expressions by field, of a generic integration: what its requests mean'),
  })
  .describe('An integration');
