import { z } from 'zod';
import { zone } from '../../hours.js';
import * as heartbeatLimits from '../../heartbeats/limits.js';
import { kept, reference, renamed, urgency } from './shared.js';

export const heartbeatDocument = z
  .strictObject({
    kind: z.literal('Heartbeat'),
    ...renamed,
    integration: reference('integration').describe('Team/Service/Name of an integration that takes pings'),
    everyMinutes: z
      .number()
      .int()
      .min(heartbeatLimits.interval.least)
      .max(heartbeatLimits.interval.most)
      .optional()
      .describe('How often the job pings'),
    cron: z.string().trim().min(1).max(heartbeatLimits.cronCharacters).optional().describe('Five fields, in place of everyMinutes'),
    timeZone: zone.optional().describe('Of cron. Default: UTC'),
    graceMinutes: z
      .number()
      .int()
      .min(heartbeatLimits.wait.least)
      .max(heartbeatLimits.wait.most)
      .optional()
      .describe('How late a ping may be'),
    longestRunMinutes: z
      .number()
      .int()
      .min(heartbeatLimits.wait.least)
      .max(heartbeatLimits.wait.most)
      .optional()
      .describe('How long a run may take after its start was pinged'),
    tolerate: kept(z.number().int().min(0).max(heartbeatLimits.tolerated), 'Missed ones in a row that open nothing'),
    urgency: kept(urgency, 'Urgency of its alerts'),
    postOnly: kept(z.boolean(), 'Count only POST requests'),
  })
  .describe('A job that pings');
