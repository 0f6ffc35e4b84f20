import { z } from 'zod';
import { id, instant } from '../ids.js';

/** People of a rehearsal that its row lists. */
export const rehearsedPeopleListed = 100;

/** A group that was opened in a rehearsal, and who would have been paged for it. Id: the group’s. */
const rehearsalRow = z.object({
  id,
  number: z.number().int(),
  serviceId: id,
  openedAt: instant,
  people: z.array(z.object({ personId: id, firstAt: instant, messages: z.number().int() })),
});
export type RehearsalRow = z.infer<typeof rehearsalRow>;

/** Response rows by view name. */
export const rehearsalViews = { rehearsals: rehearsalRow };
