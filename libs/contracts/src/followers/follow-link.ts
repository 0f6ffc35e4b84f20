import { z } from 'zod';
import { noticeKinds } from '../notices/kinds.js';

/** What the last link in a quiet mail ends: the news of a service, or a kind of message. */
export const followShown = z.object({
  personName: z.string(),
  /** Empty: it is a kind of message. */
  serviceName: z.string(),
  kind: z.enum(noticeKinds).optional(),
  /** False: it has ended already. */
  follows: z.boolean(),
});
export type FollowShown = z.infer<typeof followShown>;
