import { z } from 'zod';
import { event } from '../message.js';
import { id } from '../ids.js';

export const nightEvents = {
  NightPageCounted: event(
    1,
    ['paging', 'Night page counted'],
    'A person was notified in their sleep hours, and the policy has a night budget: the page counts in it. It stops no page.',
    z.object({
      groupId: id,
      pageId: id,
      personId: id,
      policyId: id,
      /** The Monday of the week, by the person’s clock. */
      week: z.iso.date(),
      /** Night pages a person a week, as the policy says now. */
      budget: z.number().int(),
      /** The edition of the time zone data by which it was night. Absent in old events. */
      zones: z.string().optional(),
    }),
  ),
};
