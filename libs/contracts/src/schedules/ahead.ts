import { z } from 'zod';
import { id, instant } from '../ids.js';
import { gapAhead } from './quality.js';

/** Why a high-urgency page would not reach a person reliably, the gravest first. Bounces matter where only e-mail reaches the person. */
export const unreadyReasons = ['readiness.no_method', 'readiness.bounces_not_seen', 'readiness.no_rule'] as const;

/** A person on call now or later who lacks something that a page needs. */
const unreadyPerson = z.object({ personId: id, scheduleId: id, from: instant, lacks: z.enum(unreadyReasons) });
export type UnreadyPerson = z.infer<typeof unreadyPerson>;

const gapsShown = z.object({
  scheduleId: id,
  /** Unintended gaps: how many, and the first of them. */
  count: z.number().int(),
  first: z.array(gapAhead),
});

/** `GET /api/on-call/ahead`: gaps and unreachable people of the next four weeks. Schedules without a gap are left out. */
export const aheadAnswer = z.object({
  from: instant,
  to: instant,
  gaps: z.array(gapsShown),
  /** By the start of their shift, once per schedule; at most `limits.lackingListed`. */
  lacking: z.array(unreadyPerson),
});
export type AheadAnswer = z.infer<typeof aheadAnswer>;
