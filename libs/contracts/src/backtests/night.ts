import { z } from 'zod';
import { contactKinds } from '../contacts/kinds.js';
import { planned } from '../drills/limits.js';
import { drillOpening } from '../drills/opening.js';
import { id, instant } from '../ids.js';

/** The hour of a period that rang most, its alerts played once more against the settings of now. Nothing is sent. */
export const nightDrill = z.object({
  pin: z.object({ ordinal: z.number().int(), logic: z.string() }),
  /** The hour as recorded, and how often somebody was interrupted; null: nobody was in the period. */
  worst: z.object({ from: instant, rings: z.number().int() }).nullable(),
  /** When it is played: from the end of the log on, at the same minute of the day. */
  at: instant,
  /** Until when it is followed. */
  until: instant,
  /** Signals of the hour, and those whose integration or service is gone. */
  signals: z.number().int(),
  gone: z.number().int(),
  groups: z.number().int(),
  /** Who would be rung, the first first: how often (within a minute counts once), by which methods, and for how many alert groups. */
  people: z.array(
    z.object({ personId: id, first: instant, rings: z.number().int(), by: z.array(z.enum(contactKinds)), groups: z.number().int() }),
  ),
  /** How many more there are, whose figures the reader may not see. Absent: none. */
  hidden: z.number().int().optional(),
  /** Alert groups of high urgency that would ring nobody, by service. */
  /** The first alert groups that open in it, by which a drill that pages people is planned. Absent: in results of earlier versions. */
  openings: z.array(drillOpening).max(planned.groups).optional(),
  unreached: z.array(z.object({ serviceId: id, groups: z.number().int() })),
});
export type NightDrill = z.infer<typeof nightDrill>;
