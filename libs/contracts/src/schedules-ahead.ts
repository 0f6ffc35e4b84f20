import { z } from 'zod';
import { id, instant } from './ids.js';
import { gapAhead } from './schedule-quality.js';

/** Why a page of high urgency would not reach somebody as it should. */
export const missingOfPerson = ['readiness.no_method', 'readiness.no_rule'] as const;

/** Somebody who is on call from a moment on, or is already, and lacks something that a page needs. */
const lacking = z.object({ personId: id, scheduleId: id, from: instant, lacks: z.enum(missingOfPerson) });
export type Lacking = z.infer<typeof lacking>;

const gapsShown = z.object({
  scheduleId: id,
  /** When nobody is on call, although nobody chose so: how often, and the first of them. */
  count: z.number().int(),
  first: z.array(gapAhead),
});

/** `GET /api/on-call/ahead`: what is missing in the next four weeks. Schedules without a gap are left out. */
export const aheadAnswer = z.object({
  from: instant,
  to: instant,
  gaps: z.array(gapsShown),
  /** Whoever comes on call first in front, once for each of their schedules; at most so many as `limits.lackingListed`. */
  lacking: z.array(lacking),
});
export type AheadAnswer = z.infer<typeof aheadAnswer>;
