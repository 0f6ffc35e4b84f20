import { z } from 'zod';

/** What the link in a mail to a follower ends. */
export const followShown = z.object({
  personName: z.string(),
  serviceName: z.string(),
  /** False: it has ended already. */
  follows: z.boolean(),
});
export type FollowShown = z.infer<typeof followShown>;
