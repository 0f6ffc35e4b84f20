import { z } from 'zod';
import { id } from '../ids.js';
import * as peopleLimits from './limits.js';

const cell = z.string().max(500).optional();

/** `POST /api/people/import`: a table of people, each row as it was typed. `what`: only check; invite the good rows; or all or none. */
export const importRequest = z.strictObject({
  rows: z
    .array(z.strictObject({ name: cell, email: cell, role: cell, team: cell, timeZone: cell, phone: cell }))
    .min(1)
    .max(peopleLimits.importRows),
  what: z.enum(['check', 'good', 'all']),
});
export type ImportRequest = z.infer<typeof importRequest>;
export type ImportRow = ImportRequest['rows'][number];

const fieldProblem = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** The result for each row, in order. `good`: the person can be invited. `notes`: columns that were read but are not used. */
export const importAnswer = z.object({
  rows: z.array(
    z.object({
      state: z.enum(['good', 'refused', 'invited']),
      personId: id.optional(),
      /** The link to give them: shown in this answer only. */
      invitation: z.string().optional(),
      errors: z.array(fieldProblem),
      notes: z.array(fieldProblem),
    }),
  ),
  token: z.string(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
export type ImportedRow = ImportAnswer['rows'][number];

/** Shown as soon as a table with phone numbers is pasted: phone numbers are not imported. */
export const phonesNote = 'Phone numbers are not used yet: nothing calls or texts them, and they are not kept.';

/** Note for a row with a phone number: calling is not supported yet, and the number is not stored. */
export const phoneNote = {
  path: 'phone',
  code: 'phone_not_used',
  message: 'Phone numbers are not used yet; this one is not kept.',
} as const;
