import { z } from 'zod';
import { holiday } from './holidays.js';
import { importedShifts } from './imported-shifts.js';
import { id, instant, typedName } from './ids.js';
import { limits } from './limits.js';

/** A calendar in a file, or at an address. */
const source = {
  text: z.string().min(1).max(limits.calendarCharacters).optional(),
  address: z.url({ protocol: /^https?$/, error: 'An address that begins with https:// or http://.' }).optional(),
};
const isOne = ({ text, address }: { text?: string | undefined; address?: string | undefined }): boolean =>
  (text === undefined) !== (address === undefined);
const oneOf = { path: ['address'], error: 'Choose a file, or type an address.' };

/** `POST /api/calendars/holidays`. */
export const holidaysRequest = z.strictObject(source).refine(isOne, oneOf);
export const holidaysAnswer = z.object({
  /** Name of the calendar, if it has one. */
  name: z.string().nullable(),
  days: z.array(holiday),
  /** Whether it has more days than the limit. */
  isCut: z.boolean(),
});
export type HolidaysAnswer = z.infer<typeof holidaysAnswer>;

/** `POST /api/schedules/:id/calendar`: previews a calendar import. Stores nothing. `calendar`: the name under which it is imported. */
export const shiftsRequest = z
  .strictObject({ ...source, calendar: typedName, how: z.enum(['add', 'replace']).default('add') })
  .refine(isOne, oneOf);
export type ShiftsRequest = z.infer<typeof shiftsRequest>;

/** Why an event is skipped: no person with that name or address, or several; or it ends before, or starts long after, the imported period. */
export const importProblems = ['nobody', 'several', 'over', 'too_far', 'too_many'] as const;

export const shiftsAnswer = z.object({
  events: z.array(
    z.object({
      uid: z.string(),
      title: z.string(),
      from: instant,
      to: instant,
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
