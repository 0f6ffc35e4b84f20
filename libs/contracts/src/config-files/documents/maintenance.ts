import { z } from 'zod';
import { zone } from '../../hours.js';
import { behaviours } from '../../maintenance/noun.js';
import * as maintenanceLimits from '../../maintenance/limits.js';
import { inTeamOrAll, kept, matcher, reference } from './shared.js';

export const maintenanceDocument = z
  .strictObject({
    kind: z.literal('MaintenanceWindow'),
    ...inTeamOrAll,
    services: z.array(reference('service')).max(maintenanceLimits.services).default([]).describe('None: all, by its matchers'),
    matchers: z.array(matcher).max(maintenanceLimits.matchers).default([]).describe('Labels of the alerts that it covers. None: all'),
    timeZone: zone.describe('IANA name of the zone of its start'),
    start: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'A date and time without a zone: 2026-12-06T02:00.')
      .describe('On the clock of the zone'),
    durationMinutes: z
      .number()
      .int()
      .min(1)
      .max(maintenanceLimits.longest / 60_000)
      .describe('How long it lasts'),
    rrule: kept(z.string().trim().min(1).max(maintenanceLimits.ruleCharacters), 'Recurrence: an RRULE of RFC 5545'),
    behaviour: kept(z.enum(behaviours), 'What happens to its alerts'),
    coversEverything: z
      .literal(true)
      .optional()
      .describe('Confirms a window without services whose matchers also match alerts without these labels'),
  })
  .describe('A maintenance window');
