import { z } from 'zod';
import { alert, fromSignal, origin, refusedBecause } from './origin.js';
import { actionNeededEvents } from './action-needed.js';
import { closingEvents } from './closing.js';
import { urgency } from '../contacts/events.js';
import { cutList } from '../cut-list.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { endingEvents } from './ending.js';
import { escalationEvents } from './escalation.js';
import { hardLimitEvents } from './hard-limit.js';
import { holder } from './holder.js';
import { id, instant, personal } from '../ids.js';
import { following, linkedGroupEvents, storm } from './linked-groups.js';
import { type Messages, event, late, writtenField } from '../message.js';
import { flapEvents } from './flaps.js';
import { muteEvents } from './mutes.js';
import { nightEvents } from './nights.js';
import { pageEvents } from './pages.js';
import { target } from '../policies/noun.js';
import { countedAlerts } from '../routing/routing.js';
import { webhookCallEvents } from './webhook-calls.js';

/** Alert groups opened without a signal. The event is on the stream `routing`, which assigns the numbers. */
export const pageRequestEvents = {
  PageRequested: event(
    1,
    ['paging', 'Page requested'],
    'A person paged someone manually or sent a test alert, a drill pages those who agreed, the audit of the log pages the owners, or signals of an integration are refused.',
    z.object({
      groupId: id,
      number: z.number().int(),
      nextNumber: z.number().int(),
      kind: z.enum(['page', 'test', 'drill', 'audit', 'refused']),
      title: personal(z.string()),
      urgency,
      serviceId: id.nullable(),
      personIds: z.array(id),
      wholePolicy: z.boolean(),
      /** A test of this contact method alone. */
      contactMethodId: id.optional(),
      /** The integration whose signals are refused. */
      integrationId: id.optional(),
      /** Why they are. */
      because: refusedBecause.optional(),
      /** The drill that it belongs to, and the policy in place of its service’s. */
      drillId: id.optional(),
      policyId: id.optional(),
    }),
    [writtenField('title', ({ kind }) => kind === 'page')],
  ),
};
export type PageRequestFact = Messages<typeof pageRequestEvents>;

export const returnReasons = [
  'unacknowledged',
  'ack_timeout',
  'news',
  'refire',
  'reopened',
  'holder_disabled',
  'escalated',
  'snooze_ended',
  'unsnoozed',
] as const;

/** Facts of a stream `alertGroup-<id>`: the group, and on the same stream its escalation, its pages and their attempts. */
export const alertGroupEvents = {
  AlertGroupOpened: event(
    1,
    ['alerts', 'Opened'],
    'An alert group was opened.',
    z.object({
      groupId: id,
      number: z.number().int(),
      serviceId: id.nullable(),
      teamId: id.nullable(),
      origin,
      title: personal(z.string()),
      urgency,
      test: z.boolean(),
      previousGroupId: id.nullable(),
      alerts: z.array(alert),
      policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
      ackTimeoutMinutes: z.number().int(),
      /** Its service rehearsed then. */
      rehearses: z.literal(true).optional(),
    }),
    // a source’s title is not encrypted, because rules group and route by it
    [writtenField('title', ({ origin: { kind } }) => kind === 'page')],
  ),
  AlertsFired: event(
    1,
    ['alerts', 'More alerts fired'],
    'Alerts started firing in the group. News pages; the rest is notified quietly.',
    z.object({
      groupId: id,
      signal: fromSignal,
      alerts: z.array(alert),
      news: z.enum(['raises_urgency', 'new_name']).nullable(),
      urgency,
      title: z.string(),
      /** They joined a storm, by this many signals; `signal` is the last one. */
      joined: z.number().int().optional(),
      /** The group that it followed then: what fires here is paged for there. */
      follows: id.optional(),
    }),
  ),
  AlertsReworded: event(
    1,
    ['alerts', 'Alerts reworded'],
    'A sender says something else of alerts that fire. No one is paged.',
    z.object({ groupId: id, signal: fromSignal, alerts: z.array(alert), title: z.string() }),
  ),
  AlertsResolved: event(
    1,
    ['alerts', 'Some alerts resolved'],
    'The sender resolved alerts of the group; others are still firing.',
    z.object({
      groupId: id,
      signal: fromSignal,
      fingerprints: z.array(z.string()),
      title: z.string(),
      /** Every alert of the group: none is listed. */
      all: z.boolean().optional(),
      /** For a storm: all alerts whose key has one of these prefixes, one for each thread that ended, instead of a list. */
      under: z.array(z.string()).optional(),
      /** They were ending since `signal`, and did not fire again. */
      left: z.literal(true).optional(),
      late,
    }),
  ),
  AlertsCounted: event(
    1,
    ['alerts', 'More alerts counted'],
    'More alerts are firing than the group lists: they are counted. News among them pages.',
    z.object({
      groupId: id,
      signal: fromSignal,
      ...countedAlerts.shape,
      news: z.enum(['raises_urgency', 'new_name']).nullable(),
      urgency,
      follows: id.optional(),
    }),
  ),
  AlertsLeftOut: event(
    1,
    ['alerts', 'Alerts left out by the sender'],
    'The sender left alerts out of its list, or lists all of them again.',
    z.object({ groupId: id, signal: fromSignal, cutList: cutList.nullable() }),
  ),
  SenderStillFiring: event(
    1,
    ['alerts', 'Still firing after it was resolved'],
    'The sender still reports firing after a person resolved the group.',
    z.object({ groupId: id, signal: fromSignal }),
  ),
  AlertGroupAcknowledged: event(
    1,
    ['alerts', 'Acknowledged'],
    'Someone acknowledged the group: pages that the escalation caused are cancelled.',
    z.object({ groupId: id, holder, pageId: id.nullable(), storm }),
  ),
  AlertGroupAcknowledgedToo: event(
    1,
    ['alerts', 'Acknowledged by another person too'],
    'Someone else acknowledged after the assignee: the assignee stays, and the page to the other person is answered.',
    z.object({ groupId: id, by: holder, pageId: id.nullable(), holder, since: instant }),
  ),
  AcknowledgementRenewed: event(
    1,
    ['alerts', 'Acknowledgement renewed'],
    'The assignee renewed the acknowledgement.',
    z.object({ groupId: id }),
  ),
  AlertGroupTakenOver: event(
    1,
    ['alerts', 'Taken over'],
    'Someone took the group over from the assignee.',
    z.object({ groupId: id, from: holder, holder, /** They had been asked to. */ accepted: z.literal(true).optional(), storm }),
  ),
  ReassignmentRequested: event(
    1,
    ['alerts', 'Reassignment requested'],
    'Someone was asked to take the group over. The assignee keeps it until they accept.',
    z.object({ groupId: id, personId: id, from: holder, dueAt: instant }),
  ),
  ReassignmentLapsed: event(
    1,
    ['alerts', 'Reassignment not accepted'],
    'The reassignment was not accepted in time: the group stays with the assignee.',
    z.object({ groupId: id, personId: id, holder, late }),
  ),
  RespondersAdded: event(
    1,
    ['paging', 'Responders added'],
    'Responders were added: the people behind these targets were paged, even if the group was acknowledged.',
    z.object({
      groupId: id,
      targets: z.array(target),
      notReachable: z.array(z.object({ personId: id, reason: z.enum(deliveryReasonCodes) })),
    }),
  ),
  AlertGroupSnoozed: event(
    1,
    ['alerts', 'Snoozed'],
    'Someone snoozed the group: pages that the escalation caused are cancelled, and it returns to firing at that time.',
    z.object({
      groupId: id,
      holder,
      until: instant,
      pageId: id.nullable(),
      /** The previous assignee, assigned again when it is unsnoozed; null: it was firing. */
      from: holder.nullable(),
      storm,
    }),
  ),
  AlertGroupUnsnoozed: event(
    1,
    ['alerts', 'Unsnoozed'],
    'Someone ended the snooze early: the group returns to its previous state.',
    z.object({ groupId: id, /** Who has it again; null: it returns to firing. */ holder: holder.nullable(), storm }),
  ),
  ResponderJoined: event(1, ['alerts', 'Responder joined'], 'Someone joined the assignee.', z.object({ groupId: id, personId: id })),
  AlertGroupEscalated: event(
    1,
    ['alerts', 'Escalated'],
    'Someone escalated without waiting: this step is taken immediately.',
    z.object({ groupId: id, round: z.number().int(), step: z.number().int() }),
  ),
  AlertGroupReturnedToFiring: event(
    1,
    ['alerts', 'Unacknowledged'],
    'The group is unacknowledged: it is firing again.',
    z.object({ groupId: id, because: z.enum(returnReasons), from: holder.nullable(), late, storm }),
  ),
  AlertGroupResolved: event(
    1,
    ['alerts', 'Resolved'],
    'The group was resolved.',
    z.object({
      groupId: id,
      by: z.enum(['person', 'sender', 'timer']),
      pageId: id.nullable(),
      signal: fromSignal.nullable(),
      /** A person resolved it although the sender still says firing. */
      whileFiring: z.boolean(),
      /** Key that its signals are matched by; null for a group that no signal opened. */
      thread: z.string().nullable(),
      /** Closed by age: since when there was no action and no signal. */
      quietSince: instant.optional(),
      late,
      storm,
      /** For a storm, by a person: the command that resolved all its groups, and its author. */
      act: z.object({ commandId: z.string(), actorId: z.string() }).optional(),
    }),
  ),
  AlertGroupReopened: event(
    1,
    ['alerts', 'Reopened'],
    'The group was reopened: the sender fired again, or a person reopened it.',
    z.object({
      groupId: id,
      opening: z.number().int(),
      because: z.enum(['refire', 'reopened']),
      holder: holder.nullable(),
      thread: z.string().nullable(),
      storm,
      /** Undoes a resolve: the previous assignee is assigned again. */
      asBefore: z.literal(true).optional(),
      /** For a storm: another of its groups is paged for. */
      follows: following.optional(),
    }),
  ),
  AlertsTakenInHand: event(
    1,
    ['alerts', 'Alerts of a storm acknowledged by the sender'],
    'A sender acknowledged alerts that are part of a storm. The other alerts are not affected.',
    z.object({ groupId: id, signal: fromSignal, /** Every alert whose key has one of these prefixes. */ under: z.array(z.string()) }),
  ),
  StormReturnPlanned: event(
    1,
    ['alerts', 'Return of a storm planned'],
    'High-urgency alerts joined an acknowledged storm: it returns to firing at that time.',
    z.object({ groupId: id, dueAt: instant }),
  ),
  NoteAdded: event(1, ['alerts', 'Note added'], 'A note was added.', z.object({ groupId: id, text: personal(z.string()) }), [
    writtenField('text'),
  ]),
  AlertGroupMarkedAsNoise: event(
    1,
    ['alerts', 'Marked as noise'],
    'Someone marked the current opening of the group as noise: reports do not count it as actionable.',
    z.object({ groupId: id, opening: z.number().int(), text: personal(z.string()) }),
    [writtenField('text')],
  ),
  AlertGroupNoiseMarkRemoved: event(
    1,
    ['alerts', 'Noise mark removed'],
    'Someone removed the mark: the opening is not noise.',
    z.object({ groupId: id, opening: z.number().int() }),
  ),
  ...actionNeededEvents,
  ...closingEvents,
  ...endingEvents,
  ...hardLimitEvents,
  ...linkedGroupEvents,
  ...muteEvents,
  ...flapEvents,
  ...nightEvents,
  ...escalationEvents,
  ...pageEvents,
  ...webhookCallEvents,
};
export type AlertGroupFact = Messages<typeof alertGroupEvents>;
