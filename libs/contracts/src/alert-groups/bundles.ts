import { z } from 'zod';
import { relaysAs } from '../contacts/events.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { id, instant } from '../ids.js';
import { event, type Messages } from '../message.js';

/** Separate queues of a person: pages by urgency, and quiet messages. They are never combined in one message. */
export const bundleLines = ['high', 'low', 'quiet'] as const;
export const bundleLine = z.enum(bundleLines);
export type BundleLine = z.infer<typeof bundleLine>;

/** A person’s pages of one line (urgency or quiet) by one contact method. */
const wayTo = { personId: id, contactMethodId: id, line: bundleLine };

/** The message that an attempt goes out with. What falls due behind it for the same person, method and line waits. */
export const ring = z.object({
  /** Id of the bundle, otherwise of the attempt. */
  id,
  ...wayTo,
  serviceId: id.nullable(),
  /** Sent together with others. */
  bundled: z.literal(true).optional(),
  /** It did not wait although others do: the first page of its service, or one whose urgency was raised to high. */
  exempt: z.literal(true).optional(),
  /** The limit of its contact method that it counts for. */
  throttle: relaysAs.optional(),
  /** Sent over the limit: every contact method of the person was at its limit. */
  overThrottle: z.literal(true).optional(),
  /** Where several people have its phone number: the contact method that stands for all of theirs. */
  sharedNumber: id.optional(),
});
export type Ring = z.infer<typeof ring>;

const member = z.object({ groupId: id, pageId: id, slot: id });
const members = z.array(member);

/** Facts of a stream `bundle-<id of the person>`: what waits for them by a contact method goes out as one message. */
export const bundleEvents = {
  BundleFormed: event(
    1,
    ['paging', 'Bundle formed'],
    'Pages of one person that wait for the same contact method are sent as one message. Long bundles are split over several such events.',
    /** `exempt`: it is among them although others wait; `overThrottle`: although the contact method has had as many messages as it may. */
    z.object({
      ...wayTo,
      bundleId: id,
      members: z.array(member.extend({ exempt: ring.shape.exempt, overThrottle: ring.shape.overThrottle })),
    }),
  ),
  BundlePassedOn: event(
    1,
    ['paging', 'Bundle passed on'],
    'The pages that waited behind a failed message move to the next contact method. Long lists are split over several such events.',
    z.object({
      ...wayTo,
      reason: z.enum(deliveryReasonCodes),
      /** When the message that failed is tried again, and they with it. Null: it is not. */
      retryAt: instant.nullable(),
      /** No message failed: the contact method is at its limit. Each page moves to another method, or waits. */
      full: z.literal(true).optional(),
      members,
    }),
  ),
  BundleFilled: event(
    1,
    ['paging', 'Bundle filled'],
    'All pages that were due were put into bundles. Zero pages: nothing was left to send.',
    z.object({
      ...wayTo,
      bundleId: id,
      count: z.number().int(),
      /** It contains all that waited for the end of a wait. */
      whole: z.boolean(),
      /** More pages wait than fit into one message, or for the next one, which will contain the rest. */
      more: z.boolean(),
      /** More pages are ready than fit: they are requested again once this message has started, and form the next one. */
      left: z.literal(true).optional(),
      /** Something goes with it although others wait. */
      exempt: z.literal(true).optional(),
      /** The limit of the contact method that the message counts for. */
      throttle: relaysAs.optional(),
      /** Pages behind a failed message or a limit moved to the next method: no bundle with them is formed before. */
      passedOn: z.literal(true).optional(),
      /** More waits because the contact method has had as many messages as it may: until then at the latest. */
      throttledUntil: instant.optional(),
      /** Until then in any case: what other people get at the same number keeps it from going out. */
      waitsForNumber: z.literal(true).optional(),
      sharedNumber: ring.shape.sharedNumber,
    }),
  ),
  BundleStarted: event(
    1,
    ['paging', 'Bundle started'],
    'Its pages have been claimed, and its message is sent to the provider. Those acknowledged or resolved meanwhile are left out.',
    z.object({
      ...wayTo,
      bundleId: id,
      epoch: z.number().int(),
      /** There is no message: all pages have moved to the next method. */
      passedOn: z.literal(true).optional(),
    }),
  ),
};
export type BundleFact = Messages<typeof bundleEvents>;
