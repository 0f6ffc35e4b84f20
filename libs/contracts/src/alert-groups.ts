import { z } from 'zod';
import { cutList } from './cut-list.js';
import { endingEvents, endingRow } from './ending.js';
import { event, command, late, written, type Messages } from './message.js';
import { id, instant, personal } from './ids.js';
import { urgency } from './contacts.js';
import { closingEvents } from './closing.js';
import { escalationEvents, nextRung } from './escalation.js';
import { hardLimitEvents } from './hard-limit.js';
import { holder } from './holder.js';
import { following, linkedGroupEvents, namedGroup, storm } from './linked-groups.js';
import { pageEvents } from './pages.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { countedAlerts } from './routing.js';
import { link, signalAlert } from './signals.js';
import { limits } from './limits.js';
import { target } from './policies.js';
import { webhookCallEvents } from './webhook-calls.js';

export const alertGroupStates = ['firing', 'acknowledged', 'snoozed', 'resolved'] as const;
export type AlertGroupStatus = (typeof alertGroupStates)[number];

/** One deduplicated condition inside a group: whether it still fires, the group’s facts say. */
export const alert = signalAlert.omit({ state: true });
export type Alert = z.infer<typeof alert>;

const fromSignal = z.object({ eventId: id, ordinal: z.number().int(), receivedAt: instant });

/** What the group is about. A signal’s, a person’s (by hand), a test, or what the audit of the log found. */
export const origin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signal'),
    integrationId: id,
    key: z.string(),
    /** What its later signals are found by. */
    thread: z.string(),
    shape: z.enum(['each', 'group']),
    signal: fromSignal,
    /** The one group of a storm: further keys of the sender’s join it. */
    storm: z.literal(true).optional(),
    /** Of a further group of a storm: the first one, and the one that took what joined before. */
    linked: z.object({ first: id, follows: namedGroup }).optional(),
  }),
  z.object({ kind: z.literal('page'), personId: id, personIds: z.array(id) }),
  z.object({
    kind: z.literal('test'),
    personId: id,
    wholePolicy: z.boolean(),
    /** By this method alone. */
    contactMethodId: id.optional(),
  }),
  z.object({ kind: z.literal('audit') }),
  /** Signals of this integration are refused: it is above its hard limit. */
  z.object({ kind: z.literal('refused'), integrationId: id }),
]);
/** Who opened it by hand, or null. */
export const openedBy = (given: z.infer<typeof origin>): string | null => ('personId' in given ? given.personId : null);

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
    2,
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
    }),
    // a sender’s title stands plain: rules group and route by what senders say
    [written('title', ({ origin: { kind } }) => kind === 'page')],
  ),
  AlertsFired: event(
    2,
    ['alerts', 'More alerts fired'],
    'Alerts started firing in the group. News pages; the rest is notified quietly.',
    z.object({
      groupId: id,
      signal: fromSignal,
      alerts: z.array(alert),
      news: z.enum(['raises_urgency', 'new_name']).nullable(),
      urgency,
      title: z.string(),
      /** They joined a storm, by so many signals, the last of which is `signal`. */
      joined: z.number().int().optional(),
      /** The group that it followed then: what fires here is paged for there. */
      follows: id.optional(),
    }),
  ),
  AlertsResolved: event(
    2,
    ['alerts', 'Some alerts resolved'],
    'The sender resolved alerts of the group; others are still firing.',
    z.object({
      groupId: id,
      signal: fromSignal,
      fingerprints: z.array(z.string()),
      title: z.string(),
      /** Every alert of the group: none is listed. */
      all: z.boolean().optional(),
      /** Of a storm: every alert whose key begins so, none is listed. */
      under: z.string().optional(),
      /** They were ending, since `signal`, and did not fire again. */
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
      /** Who had acknowledged it, and has it again when it is unsnoozed; null: it was firing. */
      from: holder.nullable(),
      storm,
    }),
  ),
  AlertGroupUnsnoozed: event(
    1,
    ['alerts', 'Unsnoozed'],
    'Someone ended the snooze early: the group is again what it was before.',
    z.object({ groupId: id, /** Who has it again; null: it returns to firing. */ holder: holder.nullable(), storm }),
  ),
  ResponderJoined: event(1, ['alerts', 'Responder joined'], 'Someone joined the assignee.', z.object({ groupId: id, personId: id })),
  AlertGroupEscalated: event(
    1,
    ['alerts', 'Escalated'],
    'Someone escalated without waiting: this step is taken at once.',
    z.object({ groupId: id, round: z.number().int(), step: z.number().int() }),
  ),
  AlertGroupReturnedToFiring: event(
    1,
    ['alerts', 'Unacknowledged'],
    'The group is unacknowledged: it is firing again.',
    z.object({ groupId: id, because: z.enum(returnReasons), from: holder.nullable(), late, storm }),
  ),
  AlertGroupResolved: event(
    2,
    ['alerts', 'Resolved'],
    'The group was resolved.',
    z.object({
      groupId: id,
      by: z.enum(['person', 'sender', 'timer']),
      pageId: id.nullable(),
      signal: fromSignal.nullable(),
      /** A person resolved it although the sender still says firing. */
      whileFiring: z.boolean(),
      /** What its signals are found by; null for a group that no signal opened. */
      thread: z.string().nullable(),
      /** Closed by age: since when there was no action and no signal. */
      quietSince: instant.optional(),
      late,
      storm,
      /** Of a storm, by a person: the command that resolved all its groups, and whose it was. */
      act: z.object({ commandId: z.string(), actorId: z.string() }).optional(),
    }),
  ),
  AlertGroupReopened: event(
    2,
    ['alerts', 'Reopened'],
    'The group was reopened: the sender fired again, or a person reopened it.',
    z.object({
      groupId: id,
      opening: z.number().int(),
      because: z.enum(['refire', 'reopened']),
      holder: holder.nullable(),
      thread: z.string().nullable(),
      storm,
      /** Of a storm: another of its groups is paged for. */
      follows: following.optional(),
    }),
  ),
  AlertsTakenInHand: event(
    1,
    ['alerts', 'Alerts of a storm acknowledged by the sender'],
    'A sender acknowledged alerts that are part of a storm. The other alerts are not affected.',
    z.object({ groupId: id, signal: fromSignal, /** Every alert whose key begins so. */ under: z.string() }),
  ),
  StormReturnPlanned: event(
    1,
    ['alerts', 'Return of a storm planned'],
    'High-urgency alerts joined an acknowledged storm: it returns to firing at that time.',
    z.object({ groupId: id, dueAt: instant }),
  ),
  NoteAdded: event(1, ['alerts', 'Note added'], 'A note was added.', z.object({ groupId: id, text: personal(z.string()) }), [
    written('text'),
  ]),
  AlertGroupMarkedAsNoise: event(
    1,
    ['alerts', 'Marked as noise'],
    'Someone marked the current opening of the group as noise: reports do not count it as actionable.',
    z.object({ groupId: id, opening: z.number().int(), text: personal(z.string()) }),
    [written('text')],
  ),
  AlertGroupNoiseMarkRemoved: event(
    1,
    ['alerts', 'Noise mark removed'],
    'Someone removed the mark: the opening is not noise.',
    z.object({ groupId: id, opening: z.number().int() }),
  ),
  ...closingEvents,
  ...endingEvents,
  ...hardLimitEvents,
  ...linkedGroupEvents,
  ...escalationEvents,
  ...pageEvents,
  ...webhookCallEvents,
};
export type AlertGroupFact = Messages<typeof alertGroupEvents>;

const groupOnly = z.strictObject({ groupId: id });
const snooze = z
  .strictObject({
    groupId: id,
    /** From when the server decides; or `until`. */
    minutes: z
      .number()
      .int()
      .min(1)
      .max(limits.snooze.low / 60_000)
      .optional(),
    until: instant.optional(),
  })
  .refine(({ minutes, until }) => (minutes === undefined) !== (until === undefined), {
    path: ['minutes'],
    message: 'Give either minutes or until.',
  });
const note = z.string().trim().min(1).max(limits.noteCharacters);
const noiseReason = z.string().trim().min(1).max(limits.noiseReasonCharacters);

/** None of these carries a revision: two people at once never meet a conflict. */
export const alertGroupCommands = {
  AcknowledgeAlertGroup: command('Acknowledge', 'alert_group.act', groupOnly),
  UnacknowledgeAlertGroup: command('Unacknowledge', 'alert_group.act', groupOnly),
  RenewAcknowledgement: command('Renew the acknowledgement', 'alert_group.act', groupOnly),
  TakeOverAlertGroup: command('Take over', 'alert_group.act', groupOnly),
  SnoozeAlertGroup: command('Snooze', 'alert_group.act', snooze),
  UnsnoozeAlertGroup: command('Unsnooze', 'alert_group.act', groupOnly),
  ReassignAlertGroup: command('Reassign', 'alert_group.act', z.strictObject({ groupId: id, personId: id })),
  JoinAlertGroup: command('Join', 'alert_group.join', groupOnly),
  EscalateAlertGroup: command('Escalate now', 'alert_group.act', groupOnly),
  ResolveAlertGroup: command('Resolve', 'alert_group.act', groupOnly),
  ReopenAlertGroup: command('Reopen', 'alert_group.act', z.strictObject({ groupId: id, iHaveIt: z.boolean().default(false) })),
  AddNote: command('Add a note', 'alert_group.act', z.strictObject({ groupId: id, text: note })),
  MarkAlertGroupAsNoise: command('Mark as noise', 'alert_group.act', z.strictObject({ groupId: id, reason: noiseReason })),
  RemoveNoiseMark: command('Remove the noise mark', 'alert_group.act', groupOnly),
  AddResponder: command('Page someone for this', 'person.page', z.strictObject({ groupId: id, personId: id })),
  AddResponders: command(
    'Add responders',
    'person.page',
    z.strictObject({ groupId: id, targets: z.array(target).min(1).max(limits.targetsPerStep) }),
  ),
  ResendMessage: command(
    'Send a message again',
    'alert_group.act',
    z.strictObject({ groupId: id, pageId: id, /** Its id in the message log. */ messageId: id }),
  ),
  AnswerPage: command('I’m here', 'page.answer', z.strictObject({ groupId: id, pageId: id })),
};

/** Acts that may be done to many groups at once: at most 200, one undo. */
export const bulkActs = [
  'AcknowledgeAlertGroup',
  'UnacknowledgeAlertGroup',
  'ResolveAlertGroup',
  'ReopenAlertGroup',
  'MarkAlertGroupAsNoise',
  'RemoveNoiseMark',
] as const;
export const bulkRequest = z
  .strictObject({
    act: z.enum(bulkActs),
    groupIds: z.array(id).min(1).max(limits.bulk),
    /** When reopening: who asks has them in hand, as before. */
    iHaveIt: z.boolean().optional(),
    /** Why they are noise. */
    reason: noiseReason.optional(),
  })
  .refine(({ act, reason }) => (act === 'MarkAlertGroupAsNoise') === (reason !== undefined), {
    path: ['reason'],
    message: 'Give a reason to mark as noise, and only then.',
  });

/** One line of the list: a sentence. Id: the group’s. */
export const alertGroupRow = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  serviceId: id.nullable(),
  teamId: id.nullable(),
  status: z.enum(alertGroupStates),
  urgency,
  test: z.boolean(),
  holder: holder.nullable(),
  responders: z.array(id),
  /** Who was asked to take it over, and until when they may. */
  reassigning: z.object({ personId: id, until: instant }).optional(),
  openedAt: instant,
  /** Since it was opened, or its sender opened it again; what persons do to it makes it no younger. */
  firingSince: instant,
  acknowledgedAt: instant.nullable(),
  /** While it is snoozed: when it returns to firing. */
  snoozedUntil: instant.optional(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.object({ by: z.enum(['person', 'sender', 'timer']), actorId: z.string() }).nullable(),
  /** Who is rung next, and when; null when nothing is planned. */
  next: nextRung.nullable(),
  /** Persons being paged at this moment. */
  paging: z.array(id),
  /** The people of `paging` who are paged because of a schedule: person → schedule. Absent: none. */
  pagingBy: z.record(id, id).optional(),
  /** The people of `paging` whose page waits for their morning, and until when. Absent: none. */
  asleep: z.record(id, instant).optional(),
  /** People who may act on it whatever their role: everyone paged for it, and the person who paged manually or sent the test. */
  involved: z.array(id),
  /** Everyone in the policy was paged, and no one acknowledged. */
  nobodyHasIt: z.boolean(),
  senderStillFiring: z.boolean(),
  firing: z.number().int(),
  alerts: z.number().int(),
  /** Alerts that fire beyond those that the group lists. */
  counted: z.number().int(),
  /** A storm group, and how many alerts joined since it was acknowledged. */
  storm: z.object({ newSince: z.number().int() }).optional(),
  /** Of a storm: the group that is paged for in its place. */
  follows: namedGroup.optional(),
  /** The sender cut its list. Absent, or null: its list is whole. */
  cutList: cutList.nullable().optional(),
  links: z.array(link),
  /** `label=value` of its alerts, each once, those seen first: what the list is searched by. */
  labels: z.array(z.string()),
  previousGroupId: id.nullable(),
  opening: z.number().int(),
  /** When it closes for lack of actions and signals. Absent or null: not planned. */
  closesAt: instant.nullable().optional(),
  /** Closed by age: since when it had been quiet. */
  quietSince: instant.nullable().optional(),
  /** Stale: since when its sender has been silent. Absent, or null: it is not. */
  staleSince: instant.nullable().optional(),
  /** The same, to filter by. */
  stale: z.boolean().optional(),
  /** Signals of this integration are refused: how many were, as far as it has been told. */
  refused: z.object({ integrationId: id, signals: z.number().int() }).optional(),
  /** Alerts that their sender no longer lists. Absent, or null: none are ending. */
  ending: endingRow.nullable().optional(),
  /** How many notes were written. */
  notes: z.number().int(),
  /** Its current opening was marked as noise. Absent: it was not. */
  noise: z.literal(true).optional(),
});
export type AlertGroupRow = z.infer<typeof alertGroupRow>;

/** The alerts of a group, those that fired last. Id: the group’s. */
export const alertsRow = z.object({
  id,
  commonLabels: z.record(z.string(), z.string()),
  alerts: z.array(
    alert.extend({
      state: z.enum(['firing', 'resolved']),
      /** Of one that fired again after newer ones had taken its place in the row: when it did. */
      firstSeenAt: instant,
      /** Of a storm: its sender acknowledged this one. */
      inHand: z.literal(true).optional(),
      /** Its sender no longer lists it: when it resolves. */
      endsAt: instant.optional(),
      resolvedAt: instant.nullable(),
      /** The order in which they fired last. */
      place: z.number().int(),
    }),
  ),
  /** `?before=` pages in the alerts that fired before these. Null: these are all. */
  older: z.string().nullable(),
});
export type AlertsRow = z.infer<typeof alertsRow>;

/** How often a group’s sender repeated itself in one minute. Id: `<group>:<minute>`. */
export const repeatsRow = z.object({ id: z.string(), groupId: id, minute: instant, repeats: z.number().int(), lastSeenAt: instant });
export type RepeatsRow = z.infer<typeof repeatsRow>;
