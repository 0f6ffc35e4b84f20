import { z } from 'zod';
import { id, instant } from '../ids.js';
import { comparedStates, personHere, thereSide } from '../side-by-side/differences.js';

export const rehearsedPeopleListed = 100;

/**
 * A group that was opened in a rehearsal, who would have been paged for it, and whom the old system notified. Id: the group’s; of an alert there that is
 * none here, its own.
 */
export const rehearsalRow = z.object({
  id,
  /** Null: there is no such group here. */
  number: z.number().int().nullable(),
  serviceId: id,
  openedAt: instant,
  people: z.array(personHere),
  /** When it was first acknowledged or resolved here. */
  endedAt: instant.optional(),
  /** Absent: the old system was not read up to it. */
  there: thereSide.optional(),
  compared: z.enum(comparedStates),
});
export type RehearsalRow = z.infer<typeof rehearsalRow>;

/** Response rows by view name. */
export const rehearsalViews = { rehearsals: rehearsalRow };
