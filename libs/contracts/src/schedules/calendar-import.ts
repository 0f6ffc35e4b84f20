import { z } from 'zod';
import { holiday } from '../holidays/noun.js';
import { importedShifts } from './imported-shifts.js';
import { id, instant, typedName } from '../ids.js';
import * as scheduleLimits from './limits.js';

/** A calendar in a file, or at an address. */
const source = {
  text: z.string().min(1).max(scheduleLimits.calendarCharacters).optional(),
  address: z.url({ protocol: /^https?$/, error: 'An address that begins with https:// or http://.' }).optional(),
};
const isOne = ({ text, address }: { text?: string | undefined; address?: string | undefined }): boolean =>
  (text === undefined) !== (address === undefined);
const oneOf = { path: ['address'], error: 'Choose a file, or type an address.' };

/** Why an event of a calendar can’t be used, whatever it is imported as. */
const eventProblems = ['unknown_zone', 'unreadable', 'ends_before_start', 'no_end', 'repeats_too_often'] as const;
export type EventProblem = (typeof eventProblems)[number];

/** Where an event is in the file, and what is wrong there: `detail` is the property or the zone at fault. */
const place = { line: z.number().int(), title: z.string(), detail: z.string().nullable() };

/** `POST /api/calendars/holidays`. */
export const holidaysRequest = z.strictObject(source).refine(isOne, oneOf);
export const holidaysAnswer = z.object({
  name: z.string().nullable(),
  days: z.array(holiday),
  /** Events that can’t be read. */
  problems: z.array(z.object({ ...place, problem: z.enum(eventProblems) })),
  /** Whether it has more days than the limit. */
  isCut: z.boolean(),
});
export type HolidaysAnswer = z.infer<typeof holidaysAnswer>;

/** `POST /api/schedules/:id/calendar`: previews a calendar import. Stores nothing. `calendar`: the name under which it is imported. */
export const shiftsRequest = z
  .strictObject({ ...source, calendar: typedName, how: z.enum(['add', 'replace']).default('add') })
  .refine(isOne, oneOf);
export type ShiftsRequest = z.infer<typeof shiftsRequest>;

/**
 * Why an event is skipped: no person with that name or address, or several, or they declined; it ends before, or starts long after, the imported
 * period; or it can’t be used.
 */
export const importProblems = ['nobody', 'several', 'declined', 'over', 'too_far', 'too_many', ...eventProblems] as const;

export const shiftsAnswer = z.object({
  events: z.array(
    z.object({
      uid: z.string(),
      ...place,
      /** Null for an event whose times can’t be read. */
      from: instant.nullable(),
      to: instant.nullable(),
      personId: id.nullable(),
      problem: z.enum(importProblems).nullable(),
    }),
  ),
  /** Input for `ImportOverrides`. */
  shifts: importedShifts,
  /** Number of new, moved, removed and unchanged shifts. */
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  /** Whether it has more events than the limit: the last ones are missing. */
  isCut: z.boolean(),
});
export type ShiftsImportAnswer = z.infer<typeof shiftsAnswer>;
