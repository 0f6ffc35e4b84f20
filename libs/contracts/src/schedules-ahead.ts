import { z } from 'zod';
import { id, instant } from './ids.js';
import { gapAhead } from './schedule-quality.js';

/** Why a high-urgency page would not reach a person reliably. */
export const missingOfPerson = ['readiness.no_method', 'readiness.no_rule'] as const;

/** A person on call now or later who lacks something that a page needs. */
const lacking = z.object({ personId: id, scheduleId: id, from: instant, lacks: z.enum(missingOfPerson) });
export type Lacking = z.infer<typeof lacking>;

const gapsShown = z.object({
  scheduleId: id,
  /** Unintended gaps: how many, and the first of them. */
  count: z.number().int(),
  first: z.array(gapAhead),
});

/** `GET /api/on-call/ahead`: what is missing in the next four weeks. Schedules without a gap are left out. */
export const aheadAnswer = z.object({
  from: instant,
  to: instant,
  gaps: z.array(gapsShown),
  /** By the start of their time on call, once for each schedule; at most `limits.lackingListed`. */
  lacking: z.array(lacking),
});
export type AheadAnswer = z.infer<typeof aheadAnswer>;
