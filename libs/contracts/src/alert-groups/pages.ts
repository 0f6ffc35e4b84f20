import { z } from 'zod';
import { bundleLine, ring } from './bundles.js';
import { event } from '../message.js';
import { id, instant } from '../ids.js';
import { charge } from '../contacts/charges.js';
import { contactKinds } from '../contacts/kinds.js';
import { urgency } from '../contacts/events.js';
import { deliveryReasonCodes, type DeliveryReason } from './delivery-reasons.js';

/** Why a person is paged. Only pages that the escalation caused are cancelled by an acknowledge. */
export const pageCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('escalation'), round: z.number().int(), step: z.number().int() }),
  z.object({ kind: z.literal('holder_first'), because: z.string() }),
  z.object({ kind: z.literal('exhausted'), role: z.enum(['manager', 'owner']) }),
  /** `reassigns`: who asks wants them to take the group over. */
  z.object({ kind: z.literal('person'), by: id, reassigns: z.literal(true).optional() }),
  z.object({ kind: z.literal('reminder') }),
  z.object({
    kind: z.literal('update'),
    /** The first ones as examples; `more` counts the others. */
    fingerprints: z.array(z.string()),
    more: z.number().int().optional(),
  }),
  z.object({
    kind: z.literal('resolved'),
    /** Closed by age: since when it had been quiet. */
    quietSince: instant.optional(),
  }),
  /** A device of theirs can’t be reached any more: notified by another method. */
  z.object({ kind: z.literal('method_gone'), contactMethodId: id }),
  /** The person they had asked to take over did not accept in time. */
  z.object({ kind: z.literal('not_accepted'), personId: id }),
  z.object({ kind: z.literal('test') }),
]);
export type PageCause = z.infer<typeof pageCause>;

/**
 * Why an attempt was planned. Three of them use every method at once: `every_method` when no rule is usable, `paged_again`
 * after a page that was not answered, `last_resort` for managers and owners when no one in the policy answered.
 */
/** Why a phone number keeps a message from going out. */
const waitsForNumber = z.enum(['limit', 'call']);

export const attemptReason = z.enum([
  'rule',
  'every_method',
  'paged_again',
  'last_resort',
  'retry',
  'next_method',
  'after_stale',
  'escalated',
  'resent',
  'quiet',
  'tried_out',
]);

/** An attempt that came to something. */
const attempt = {
  groupId: id,
  pageId: id,
  attemptId: id,
  /** The recipient and their contact method. */
  to: z.object({ personId: id, contactMethodId: id }),
  /** The message that it went out with. */
  ring: id.optional(),
};

/** An attempt of the group that led the storm before, which was being sent when that group ended. */
export const attemptUnderWay = z.object({ groupId: id, attemptId: id });

/** State of a page in the storm’s previous leading group: the start of its rules, and which of them were used. */
export const continuedPage = z.object({ since: instant, ruleIds: z.array(id) });

/** Acts by which a person answers their own pages. `seen`: they stopped these alone, and the escalation continues; `passed_on`: as if they weren’t reached. */
export const answerActs = [
  'seen',
  'acknowledged',
  'snoozed',
  'resolved',
  'escalated',
  'joined',
  'renewed',
  'taken_over',
  'passed_on',
] as const;
export type AnswerAct = (typeof answerActs)[number];

const answerReasons: Partial<Record<AnswerAct, DeliveryReason>> = {
  acknowledged: 'delivery.cancelled_by_acknowledge',
  snoozed: 'delivery.cancelled_by_snooze',
  resolved: 'delivery.cancelled_by_resolve',
  passed_on: 'delivery.passed_on',
};
/** Why the remaining attempts of an answered page are not made. */
export const answerReasonOf = (because: AnswerAct): DeliveryReason => answerReasons[because] ?? 'delivery.cancelled_by_answer';

/** Events of a stream `alertGroup-<id>`: pages, and the outcome of each attempt. */
export const pageEvents = {
  PageStarted: event(
    1,
    ['paging', 'Person paged'],
    'A person is paged.',
    z.object({
      groupId: id,
      pageId: id,
      personId: id,
      urgency,
      cause: pageCause,
      opening: z.number().int(),
      /** Notified once, without a sound. */
      quiet: z.boolean(),
      /** Every verified method at once; the attempts say why. */
      everyMethod: z.boolean(),
      skipped: z.array(z.object({ contactMethodId: id, reason: z.enum(deliveryReasonCodes) })),
      cancelledByAcknowledge: z.boolean(),
      /**
       * It waits for their morning: until then, by the clock of their zone, looked up in that edition of the zone table. Their rules count from
       * it.
       */
      waits: z.object({ until: instant, timeZone: z.string(), zones: z.string() }).optional(),
      /** The page of the storm’s previous leading group that it continues. */
      continues: continuedPage.optional(),
      /** The running drill that no longer pages its person. */
      interrupts: id.optional(),
    }),
  ),
  MessageResent: event(
    1,
    ['paging', 'Message resent'],
    'A person had a message sent again, by the same contact method. A page that had failed is taken up again.',
    z.object({
      groupId: id,
      pageId: id,
      /** The attempt that is made again. */
      slot: id,
      /** The recipient. */
      personId: id,
      kind: z.enum(contactKinds),
      /** Notified once, without a sound. */
      quiet: z.boolean(),
    }),
  ),
  AttemptPlanned: event(
    1,
    ['paging', 'Message planned'],
    'An attempt was planned.',
    z.object({
      groupId: id,
      pageId: id,
      slot: id,
      contactMethodId: id,
      kind: z.enum(contactKinds),
      dueAt: instant,
      /** 1, then up to 3 retries of the same method. */
      n: z.number().int(),
      because: attemptReason,
      /** The notification rule that it follows; absent where it follows none. */
      ruleId: id.optional(),
      /** The attempt it replaces; cancelled if that one succeeds. */
      unlessSent: attemptUnderWay.optional(),
      /** Original due time of an attempt that waited for a bundle or a limit and was planned again. Absent: it did not wait. */
      waitsSince: instant.optional(),
    }),
  ),
  AttemptCancelled: event(
    1,
    ['paging', 'Message cancelled'],
    'A planned attempt was dropped before it was sent: its rule or method was removed, another attempt by the same method covers it, or the method is at its message limit.',
    z.object({
      groupId: id,
      pageId: id,
      slot: id,
      reason: z.enum(deliveryReasonCodes),
      /** The contact method at its limit. */
      to: attempt.to.optional(),
    }),
  ),
  AttemptStarted: event(
    1,
    ['paging', 'Message started'],
    'The attempt was claimed, before the provider is called. Its id includes the epoch of the claiming reactor.',
    z.object({
      groupId: id,
      pageId: id,
      slot: id,
      attemptId: id,
      epoch: z.number().int(),
      /** The message that it goes out with; absent in a test, which rings for no service. */
      ring: ring.optional(),
      /** Whose phone a drill rings: the drill rings it once at a time. No real message waits for it. */
      drill: ring.pick({ personId: true, contactMethodId: true, sharedNumber: true }).optional(),
    }),
  ),
  AttemptWaits: event(
    1,
    ['paging', 'Message waits'],
    'The person was notified by this contact method a moment ago: the attempt waits and is sent with others in one message.',
    z.object({
      groupId: id,
      pageId: id,
      slot: id,
      personId: id,
      contactMethodId: id,
      line: bundleLine,
      /** Latest end of the wait; earlier if the person acknowledges all groups of the last message. */
      until: instant,
      /** Epoch of the deciding reactor. */
      epoch: z.number().int(),
      /** It waits because the contact method is at its message limit. */
      throttled: z.literal(true).optional(),
      /** It waits until then because of its phone number: other people’s messages there count for the `limit`, or a `call` is under way. */
      waitsForNumber: waitsForNumber.optional(),
    }),
  ),
  AttemptSent: event(
    1,
    ['paging', 'Message sent'],
    'The provider accepted it.',
    z.object({
      ...attempt,
      providerId: z.string().nullable(),
      /** It was to go out with others, and all of them left: it was sent as a page of its own. */
      alone: z.literal(true).optional(),
      /** Of a message for several pages, at one of them. Absent: nothing is charged by unit. */
      charge: charge.optional(),
    }),
  ),
  AttemptDelivered: event(1, ['paging', 'Message delivered'], 'It arrived at the person’s device.', z.object(attempt)),
  AttemptRead: event(1, ['paging', 'Message read'], 'It was opened on the person’s device.', z.object(attempt)),
  AttemptDelayed: event(
    1,
    ['paging', 'Message delayed'],
    'A mail server reported that it could not deliver the message yet, and keeps trying.',
    z.object({
      ...attempt,
      /** Its status and text, without addresses. */
      detail: z.string(),
    }),
  ),
  AttemptFailed: event(
    1,
    ['paging', 'Message failed'],
    'The attempt failed.',
    z.object({
      ...attempt,
      reason: z.enum(deliveryReasonCodes),
      detail: z.string(),
      retry: z.boolean(),
      /** Milliseconds after which the provider wants to be asked again. */
      retryAfter: z.number().int().optional(),
      /** For a message with several pages: when its provider answered. They are retried together. */
      answeredAt: instant.optional(),
      /** Its provider had accepted it. */
      accepted: z.literal(true).optional(),
      /** The contact method that does not exist any more. */
      gone: z.object({ personId: id, contactMethodId: id }).optional(),
    }),
  ),
  AttemptWentStale: event(
    1,
    ['paging', 'Message with an unknown outcome'],
    'Its outcome is unknown, or it was not sent in time; a new attempt follows. A page may arrive twice.',
    z.object({
      groupId: id,
      pageId: id,
      slot: id,
      attemptId: id.nullable(),
      reason: z.enum(deliveryReasonCodes),
      to: attempt.to,
    }),
  ),
  PageAnswered: event(
    1,
    ['paging', 'Page answered'],
    'The person acted on the alert group, or stopped their own pages alone: these stop.',
    z.object({
      groupId: id,
      pageId: id,
      personId: id,
      because: z.enum(answerActs),
    }),
  ),
  PageCancelled: event(
    1,
    ['paging', 'Page cancelled'],
    'A page was cancelled.',
    z.object({ groupId: id, pageId: id, personId: id, reason: z.enum(deliveryReasonCodes) }),
  ),
  PageFailed: event(
    1,
    ['paging', 'Page failed'],
    'The person could not be reached by any method.',
    z.object({ groupId: id, pageId: id, personId: id, reason: z.enum(deliveryReasonCodes) }),
  ),
};

export const attemptStates = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'stale', 'cancelled'] as const;
export const pageStates = ['pending', 'sending', 'sent', 'delivered', 'answered', 'cancelled', 'failed'] as const;

export const attemptRow = z.object({
  slot: id,
  attemptId: id.nullable(),
  contactMethodId: id,
  kind: z.enum(contactKinds),
  state: z.enum(attemptStates),
  because: attemptReason,
  n: z.number().int(),
  dueAt: instant,
  /** Latest time until which it waits to be bundled. */
  bundledUntil: instant.optional(),
  /** It waits because the contact method is at its message limit. */
  throttled: z.literal(true).optional(),
  waitsForNumber: waitsForNumber.optional(),
  /** The message for several pages that it went out with. */
  bundleId: id.optional(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  reason: z.enum(deliveryReasonCodes).nullable(),
  detail: z.string().nullable(),
});
export const pageRow = z.object({
  pageId: id,
  personId: id,
  cause: pageCause,
  state: z.enum(pageStates),
  reason: z.enum(deliveryReasonCodes).nullable(),
  /** The act by which it was answered; absent: it was not. */
  answeredBecause: z.enum(answerActs).optional(),
  quiet: z.boolean(),
  startedAt: instant,
  /** Their morning, which it waits for. */
  waitsUntil: instant.optional(),
  attempts: z.array(attemptRow),
});
export type PageRow = z.infer<typeof pageRow>;
