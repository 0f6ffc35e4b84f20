import { z } from 'zod';
import { id } from '../ids.js';
import { event, type Messages } from '../message.js';

/** What followers of a service hear. */
export const newsKinds = ['opened', 'acknowledged', 'resolved'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Facts of a stream `followers-<service>`: who was told what became of its alert groups. */
export const events = {
  FollowerNotified: event(
    1,
    ['outgoing', 'Follower notified'],
    'A follower of a service is told quietly what became of its alert groups since the last message. No one is paged by it.',
    z.object({
      serviceId: id,
      personId: id,
      /** As chosen then. Null: by mail, to the address of their account. */
      contactMethodId: id.nullable(),
      /** The newest state of each. */
      news: z.array(z.object({ groupId: id, what: z.enum(newsKinds) })),
      /** Alert groups that are not listed. */
      more: z.number().int(),
    }),
  ),
  NewsPassedOver: event(
    1,
    ['outgoing', 'News for followers skipped'],
    'There was news of a service, and no one to tell: its followers are disabled, it is archived, or it ended together with linked alert groups that are open.',
    z.object({ serviceId: id }),
  ),
};
export type FollowerFact = Messages<typeof events>;
