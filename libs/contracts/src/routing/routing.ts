import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { cutList } from '../cut-list.js';
import { event, type Messages } from '../message.js';
import { id, instant } from '../ids.js';
import { severities } from '../severities.js';

const ruleVersion = z.object({ id: z.string(), version: z.number().int() });
/**
 * The rule that led an alert to its service, and the version of the routes. `default`: none did; `thread`: it belongs to a group that is open, or was
 * resolved by a person. `place`: the rule’s number in the list, from 1.
 */
export const routeVersion = ruleVersion.extend({ place: z.number().int().optional() });

/** The rule by which something is posted; of the organisation’s router, or of the integration’s. */
export const postRule = routeVersion.extend({ ofOrganisation: z.literal(true).optional() });
export type PostRule = z.infer<typeof postRule>;

/** A rule’s hold of an alert: it pages no one until then. */
export const alertHold = z.object({ ruleId: id, until: instant });

/** Firing alerts beyond those that a group lists: their number, and a summary. */
export const countedAlerts = z.object({
  alerts: z.number().int(),
  /** Names, each once: examples, the first ones. */
  names: z.array(z.string()),
  /** The worst of them. */
  severity: z.enum(severities).nullable(),
});
export type CountedAlerts = z.infer<typeof countedAlerts>;

/** Routing result of a signal for one alert group. A signal of a grouping sender may touch several. */
export const routed = z.object({
  signal: z.object({
    eventId: id,
    ordinal: z.number().int(),
    receivedAt: instant,
    /** The stream it came in by: inside one, log order is the order of arrival. */
    inbox: z.string(),
  }),
  integrationId: id,
  serviceId: id,
  key: z.string(),
  outcome: z.enum(['opened', 'joined', 'changed', 'repeat', 'acknowledged', 'resolved', 'reopened', 'still_firing', 'acted', 'ignored']),
  reason: z
    .enum([
      'never_seen_firing',
      'no_open_alert',
      'older_than_known',
      'service_gone',
      'resolved_by_person',
      'closing_planned',
      'recorded_only',
    ])
    .optional(),
  groupId: id.nullable(),
  number: z.number().int().nullable(),
  /** The group that an opened one follows. */
  previousGroupId: id.nullable().optional(),
  /** Key that later signals of the group are matched by. */
  thread: z.string(),
  /** A test: its group does not count towards a storm. */
  test: z.literal(true).optional(),
  /**
   * Its alerts are in the one group of a storm, under names of their thread. With this signal, this many threads of the group are open, and this many
   * alerts only counted. `follows`: for an opened group, the storm’s group that was full or resolved; null for the first.
   */
  storm: z
    .object({
      open: z.number().int(),
      counted: z.number().int(),
      follows: id.nullable().optional(),
      /** For a following group: the first group of the storm, and the previous one’s number. */
      linked: z.object({ first: id, number: z.number().int() }).optional(),
    })
    .optional(),
  /**
   * Its alert is in a group by fields, under a name of its thread: the key that they have in common, and with this signal the open threads of the
   * group and its alerts that are only counted. `by`: for an opened group, what it is grouped by.
   */
  grouped: z.object({ key: z.string(), open: z.number().int(), counted: z.number().int(), by: z.array(z.string()).optional() }).optional(),
  /** For an opened group that a rule links: what linked groups have in common, and the first one of them, which may be this one. */
  linked: z.object({ key: z.string(), set: id, by: z.array(z.string()) }).optional(),
  /** The rules that decided, each with the version that it had. */
  by: z.object({
    route: routeVersion,
    /** The rule of the organisation’s router that matched. */
    router: routeVersion.optional(),
    grouping: ruleVersion,
    linking: ruleVersion.optional(),
    /** What mutes all that begins to fire: of the alert that is free first, the silence that ends last. */
    silence: ruleVersion.nullable(),
    post: postRule.optional(),
  }),
  /** The event subscription that is told of the group that it opens or joins, or of what is recorded only. */
  postTo: id.optional(),
  /** Of an opened group, in place of the service’s. */
  policyId: id.optional(),
  /** When the number of alerts that are only counted changed. */
  counted: countedAlerts.optional(),
  /** Changed truncation of the source’s list; null: it is complete again. */
  cutList: cutList.nullable().optional(),
  /** Alerts that end at an instant unless they are sent again; without a list, all that fire in the thread. */
  until: z.array(z.object({ at: instant, alerts: z.array(z.string()).optional() })).optional(),
  /** The sender reports resolved, and leaves some out: what fires still is ending, and none of it is listed. */
  over: z.literal(true).optional(),
  /**
   * Alerts whose state changes; repeats, and alerts of a thread that is resolved as a whole, are not listed. `began_again`: still firing, with a
   * later start. `ending`: missing in a complete message. `resumed`: it was ending, and is listed as firing again. `reworded`: still firing, and its
   * sender says something else. `index`: its index in the signal, null when absent there. `words`: a number of what its sender says.
   */
  alerts: z.array(
    z.object({
      fingerprint: z.string(),
      outcome: z.enum(['fired', 'raised', 'began_again', 'resolved', 'ending', 'resumed', 'reworded']),
      startsAt: instant.nullable(),
      severity: z.enum(severities),
      index: z.number().int().nullable(),
      words: z.number().int().optional(),
      /** Set by a rule, where the alert begins to fire or gets worse. */
      urgency: urgency.optional(),
      held: alertHold.optional(),
      /** Of one that is recorded only, if the source of an inhibition rule matches it: it may mute others. */
      labels: z.record(z.string(), z.string()).optional(),
      /** Of one that was recorded only and posted, and ends: the signal that began it, and its index there. */
      began: z.object({ ordinal: z.number().int(), index: z.number().int() }).optional(),
    }),
  ),
});
export type RoutedSignal = z.infer<typeof routed>;

/** Facts of the stream `routing`: one writer, fenced by the expected revision. Numbers (#1042) are given here. */
export const routingEvents = {
  SignalsRouted: event(
    1,
    ['signals', 'Alerts routed'],
    'A batch of received signals was routed to alert groups; the router’s checkpoint.',
    z.object({
      from: z.number().int(),
      /** Every signal up to this ordinal has been routed. */
      upTo: z.number().int(),
      /** The next signal was too large for one event: it is routed up to `reached`, and the next event continues there. */
      part: z.object({ ordinal: z.number().int(), n: z.number().int(), reached: z.string() }).optional(),
      items: z.array(routed),
      /** The signal at `upTo` could not be processed: nothing was decided about it, and it may be retried. */
      passedOver: z.literal(true).optional(),
      /** This is about a signal alone that was passed over: its ordinal. `upTo` stays where it was. */
      again: z.number().int().optional(),
      /** The number that the next alert group gets. */
      nextNumber: z.number().int(),
    }),
  ),
};
export type RoutingFact = Messages<typeof routingEvents>;
