import { z } from 'zod';
import { typedName } from '../../ids.js';
import * as policyLimits from '../../policies/limits.js';
import { inTeam, kept, matcher, person, reference, weeklyHours } from './shared.js';

const stepTarget = z
  .union([
    z.strictObject({ person }),
    z.strictObject({ schedule: reference('schedule') }),
    z.strictObject({ nextOnCall: reference('schedule') }),
    z.strictObject({ team: typedName }),
    z.strictObject({ webhook: reference('webhook') }),
  ])
  .describe('Whom the step pages, or the webhook that it calls');

const stepDocument = z
  .strictObject({
    waitMinutes: z
      .number()
      .int()
      .min(policyLimits.stepDelayMinutes.min)
      .max(policyLimits.stepDelayMinutes.max)
      .describe('Minutes until the next step'),
    targets: z.array(stepTarget).min(1).max(policyLimits.targetsPerStep).describe('Paged together'),
    notifyOthersStill: z.boolean().default(false).describe('Keep paging after somebody else acknowledged'),
    oneInTurn: z.boolean().default(false).describe('Round-robin: one of its people, another one each time'),
    conditions: z
      .strictObject({
        urgency: z.enum(['high', 'low']).optional(),
        hours: weeklyHours.extend({ when: z.enum(['inside', 'outside']) }).optional(),
        labels: z.array(matcher).min(1).optional(),
      })
      .optional()
      .describe('The step is skipped unless all of them hold'),
  })
  .describe('A step. It keeps its identity by its content, else by its place');

export const policyDocument = z
  .strictObject({
    kind: z.literal('Policy'),
    ...inTeam,
    steps: z.array(stepDocument).min(1).max(policyLimits.stepsPerPolicy).optional().describe('Required for a new policy'),
    repeats: kept(z.number().int().min(0).max(policyLimits.repeatsMax), 'How often it is repeated'),
    climbLow: kept(z.boolean(), 'Low urgency is escalated too'),
    lowWaits: kept(z.boolean(), 'Low-urgency pages wait for the morning'),
    nightBudget: kept(
      z.number().int().min(policyLimits.nightBudget.min).max(policyLimits.nightBudget.max),
      'At most so many night pages a person a week',
    ),
  })
  .describe('An escalation policy');
