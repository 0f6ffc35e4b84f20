import { z } from 'zod';
import { id, instant } from '../ids.js';

/** Time away: low-urgency pages skip the person, high-urgency pages don’t. */
export const awayPeriod = z.object({ awayId: id, from: instant, to: instant });

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use the form 22:00.');
const isSomeTime = ({ from, to }: { readonly from: string; readonly to: string }): boolean => from !== to;
const noTime = { path: ['to'], error: 'Choose a time other than the first.' };

/** When low-urgency pages don’t reach a person, in their zone. */
export const lowUrgencyHours = z.object({
  /** `policy`: as the escalation policy says; `awake`: outside the sleep hours; `working`: only in the working hours. */
  pages: z.enum(['policy', 'awake', 'working']),
  sleep: z.object({ from: timeOfDay, to: timeOfDay }).refine(isSomeTime, noTime),
  /** Weekdays from 1, Monday. */
  working: z
    .object({ from: timeOfDay, to: timeOfDay, weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7) })
    .refine(isSomeTime, noTime),
});
export type LowUrgencyHours = z.infer<typeof lowUrgencyHours>;

/** `GET /api/on-call/uncovered`: what a person’s absence leaves uncovered for low urgency. */
export const uncoveredAnswer = z.object({
  personId: id,
  from: instant,
  to: instant,
  /** Their shifts within that time, in its order: the first 100. */
  shifts: z.array(z.object({ scheduleId: id, from: instant, to: instant })),
  /** Policies that name them, with the numbers of the steps, from 1; `alone`: the ones with no one else. The first 100. */
  policies: z.array(z.object({ policyId: id, steps: z.array(z.number().int()), alone: z.array(z.number().int()) })),
  /** Open alert groups of low urgency that are assigned to them, or for which they are being paged: the first 100, by number. */
  groups: z.array(z.object({ groupId: id, number: z.number().int(), title: z.string(), isAssigned: z.boolean() })),
  /** Whether any of these lists is truncated. */
  more: z.boolean(),
});
export type UncoveredAnswer = z.infer<typeof uncoveredAnswer>;
