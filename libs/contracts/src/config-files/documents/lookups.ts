import { z } from 'zod';
import { limits } from '../../limits.js';
import * as lookupLimits from '../../lookups/limits.js';
import { inTeamOrAll, kept } from './shared.js';

export const lookupDocument = z
  .strictObject({
    kind: z.literal('LookupTable'),
    ...inTeamOrAll,
    matchOn: z.string().trim().min(1).max(limits.matcherCharacters).describe('The label whose value is looked up in the first column'),
    overrides: kept(z.boolean(), 'A value of the table replaces the label of the sender'),
    csv: z
      .string()
      .max(lookupLimits.csvCharacters)
      .optional()
      .describe('With a header; each other column becomes a label. Left out: the rows stay'),
    fetched: z
      .boolean()
      .optional()
      .describe('Written by an export: `csv` counts only where the table has no address that it is fetched from'),
  })
  .describe('A table that gives alerts labels and links before they are routed');
