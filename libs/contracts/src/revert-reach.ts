import { z } from 'zod';
import { id, instant } from './ids.js';

/** What a revert changes from now on: groups and services that are listed, and days for which shifts are compared. */
export const reachListed = 20;

/** `POST /api/reverts/preview`: the command that a revert would send. */
export const revertReachRequest = z.strictObject({
  type: z.enum(['ChangeService', 'ChangePolicy', 'ChangeSchedule', 'ChangeRoutes', 'ChangeSilenceEnd']),
  data: z.record(z.string(), z.unknown()),
});
export type RevertReachRequest = z.infer<typeof revertReachRequest>;

export const revertReach = z.object({
  /** The settings and alert groups after this event. */
  ordinal: z.number().int(),
  /** Open alert groups that the setting is about. They keep what they follow. */
  groups: z.array(z.object({ groupId: id, number: z.number().int() })),
  more: z.number().int(),
  /** Services whose next critical alert would page other people, or in another order. Nobody acknowledges. */
  services: z.array(z.object({ serviceId: id, was: z.array(id), becomes: z.array(id) })),
  /** Services that were compared, and how many more there are. */
  compared: z.number().int(),
  uncompared: z.number().int(),
  /** Who is on call instead of whom in the next four weeks. */
  shifts: z.array(z.object({ from: instant, to: instant, was: z.array(id), becomes: z.array(id) })),
  moreShifts: z.number().int(),
});
export type RevertReach = z.infer<typeof revertReach>;
