import { z } from 'zod';
import { id, instant } from '../ids.js';
import { commands } from './noun.js';

/** A table as it is typed; without `csv`, the rows of the saved one. */
export const lookupTryOutRequest = commands.SaveLookup.data.omit({ name: true, address: true, header: true });
export type LookupTryOutRequest = z.infer<typeof lookupTryOutRequest>;

/** `POST /api/lookups/try`: what recent alerts would get by a table. */
export const lookupTryOut = z.object({
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** The alerts of the last 200 signals, at most 2,000, and those that the table has a row for. */
  alerts: z.number().int(),
  found: z.number().int(),
  /** The newest of these that are different: at most 20. */
  samples: z.array(
    z.object({
      integrationId: id,
      receivedAt: instant,
      summary: z.string(),
      /** Labels that are added or replaced, and links. */
      labels: z.record(z.string(), z.string()),
      links: z.array(z.string()),
    }),
  ),
});
export type LookupTryOut = z.infer<typeof lookupTryOut>;
