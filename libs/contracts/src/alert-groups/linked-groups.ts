import { z } from 'zod';
import { groupedUnder } from '../grouping.js';
import { event } from '../message.js';
import { id, instant } from '../ids.js';
import { contactKinds } from '../contacts/kinds.js';
import { urgency } from '../contacts/events.js';
import { nextRung } from './escalation.js';
import { holder } from './holder.js';
import { continuedCall } from './webhook-calls.js';
import { attemptReason, attemptUnderWay, continuedPage, pageCause } from './pages.js';

/** An alert group as another one names it. */
export const namedGroup = z.object({ groupId: id, number: z.number().int() });

/** The storm that a group belongs to, by the id of its first group: those that are linked with it go by this event. */
export const storm = id.optional();

/** The group that is paged for instead of another: its assignee, since when, and until when it is snoozed. */
export const following = z.object({
  leader: namedGroup,
  holder: holder.nullable(),
  since: instant.nullable(),
  snoozedUntil: instant.nullable(),
});

const pageHandedOn = z.object({
  personId: id,
  cause: pageCause,
  urgency,
  everyMethod: z.boolean(),
  cancelledByAcknowledge: z.boolean(),
  ...continuedPage.shape,
  /** Planned and running attempts. */
  attempts: z.array(
    z.object({
      contactMethodId: id,
      kind: z.enum(contactKinds),
      dueAt: instant,
      n: z.number().int(),
      because: attemptReason,
      ruleId: id.optional(),
      unlessSent: attemptUnderWay.optional(),
      waitsSince: instant.optional(),
    }),
  ),
});

const callHandedOn = z.object({
  subscriptionId: id,
  round: z.number().int(),
  step: z.number().int(),
  dueAt: instant,
  ...continuedCall,
});

/** State of a leading group at its end, from which the next one continues. */
export const handedOn = z.object({
  policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
  urgency,
  climb: z.object({
    round: z.number().int(),
    began: z.number().int(),
    reached: z.number().int(),
    next: nextRung.nullable(),
    reachedSomebody: z.boolean(),
    exhausted: z.boolean(),
    restartAt: instant.nullable(),
  }),
  /** The assignee; null: none. */
  held: z
    .object({
      holder,
      since: instant,
      timeout: z.object({ remindAt: instant, dueAt: instant, reminded: z.boolean() }).nullable(),
      snooze: z.object({ until: instant, from: holder.nullable() }).nullable(),
      /** A reassignment is pending until then. */
      reassigning: z.object({ personId: id, dueAt: instant }).nullable(),
      /** When it was to return to firing because of joined alerts. */
      returnsAt: instant.nullable(),
    })
    .nullable(),
  lastHolder: id.nullable(),
  responders: z.array(id),
  /** People who were paged, a bounded number, and when last. */
  rang: z.array(id),
  rangAt: instant.nullable(),
  /** Those known to have received a high-urgency message. */
  heard: z.array(id),
  /** Pages that had not ended, a bounded number of them. */
  pages: z.array(pageHandedOn),
  /** Webhooks of its steps that were still to be called, or were being called. Absent: none. */
  calls: z.array(callHandedOn).optional(),
});
export type EscalationHandover = z.infer<typeof handedOn>;

/** Facts of the groups of one storm, each in the stream of its group: the lowest number that fires is paged for, the others follow it. */
export const linkedGroupEvents = {
  AlertGroupFollows: event(
    1,
    ['alerts', 'Follows another group of its storm'],
    'The group follows another group of its storm: no one is paged for it separately.',
    following.extend({
      groupId: id,
      storm,
      /**
       * It was linked while somebody was to be paged for it: what the leading group pages for from now on. `opens`: a rule linked it before anybody was
       * paged.
       */
      joins: z.object({ alerts: z.number().int(), urgency, opens: z.literal(true).optional() }).optional(),
    }),
  ),
  LinkedAlertsFired: event(
    1,
    ['alerts', 'More alerts fired in a linked group'],
    'Alerts started firing in a group that follows this one.',
    z.object({ groupId: id, in: namedGroup, alerts: z.number().int(), urgency }),
  ),
  StormHandedOn: event(
    1,
    ['alerts', 'Storm escalation passed to the next group'],
    'The group ends while others of its storm are open: the next one continues its escalation.',
    z.object({ groupId: id, handedOn, storm }),
  ),
  AlertGroupLeads: event(
    1,
    ['alerts', 'Escalation of a storm continued'],
    'The group that it followed ended: it continues that escalation.',
    z.object({ groupId: id, from: namedGroup.extend({ opening: z.number().int() }), handedOn, storm }),
  ),
  AlertGroupLinked: event(
    1,
    ['alerts', 'Linked with another alert group'],
    'A person, or a rule, linked the group with others: they are paged for as one from now on, and the lowest number that fires leads.',
    z.object({
      groupId: id,
      /** The first group of the set, by which all of it go. */
      storm: id,
      /** The group that the person named; absent: the first one. */
      to: id.optional(),
      /** The rule that did. */
      rule: groupedUnder.optional(),
    }),
  ),
  AlertGroupUnlinked: event(
    1,
    ['alerts', 'Unlinked'],
    'The group is no longer linked with others: it is paged for itself.',
    z.object({
      groupId: id,
      storm: id,
      /** People paged for those that ended before it, who hear of the end with it: a bounded number. */
      rang: z.array(id).optional(),
    }),
  ),
  StormEnded: event(
    1,
    ['alerts', 'Storm ended'],
    'The last group of the storm was resolved: everyone who was paged is notified.',
    z.object({ groupId: id }),
  ),
};
