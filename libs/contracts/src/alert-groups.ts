import { z } from 'zod';
import { event, command, type Messages } from './message.js';
import { id, instant } from './ids.js';
import { contactKinds, urgency } from './contacts.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { link, severities } from './signals.js';
import { limits } from './limits.js';

export const alertGroupStates = ['firing', 'acknowledged', 'resolved'] as const;
export type AlertGroupStatus = (typeof alertGroupStates)[number];

/** One deduplicated condition inside a group. */
export const alert = z.object({
  fingerprint: z.string(),
  startsAt: instant.nullable(),
  name: z.string(),
  summary: z.string(),
  severity: z.enum(severities),
  severityWord: z.string(),
  labels: z.record(z.string(), z.string()),
  links: z.array(link),
  details: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Who has an alert group: a person, the monitoring system that said so, or a program by its service token. */
export const holder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), personId: id }),
  z.object({ kind: z.literal('sender'), integrationId: id }),
  z.object({ kind: z.literal('token'), tokenId: id }),
]);
export type Holder = z.infer<typeof holder>;

const fromSignal = z.object({ eventId: id, ordinal: z.number().int(), receivedAt: instant });

/** What the group is about. A signal’s, a person’s (by hand), or a test. */
export const origin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signal'),
    integrationId: id,
    key: z.string(),
    route: z.string(),
    shape: z.enum(['each', 'group']),
    signal: fromSignal,
  }),
  z.object({ kind: z.literal('page'), personId: id, personIds: z.array(id) }),
  z.object({
    kind: z.literal('test'),
    personId: id,
    wholePolicy: z.boolean(),
    /** By this method alone. */ contactMethodId: id.optional(),
  }),
]);

export const stopReasons = ['acknowledged', 'resolved', 'low_urgency', 'test'] as const;

/** Why a person is paged. Only pages that the escalation caused are cancelled by an acknowledge. */
export const pageCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('escalation'), round: z.number().int(), step: z.number().int() }),
  z.object({ kind: z.literal('holder_first'), because: z.string() }),
  z.object({ kind: z.literal('exhausted'), role: z.enum(['manager', 'owner']) }),
  z.object({ kind: z.literal('person'), by: id }),
  z.object({ kind: z.literal('reminder') }),
  z.object({ kind: z.literal('update'), fingerprints: z.array(z.string()) }),
  z.object({ kind: z.literal('resolved') }),
  /** A device of theirs can’t be rung any more: told by another method. */
  z.object({ kind: z.literal('method_gone'), contactMethodId: id }),
  z.object({ kind: z.literal('test') }),
]);
export type PageCause = z.infer<typeof pageCause>;

export const returnReasons = ['unacknowledged', 'ack_timeout', 'news', 'refire', 'reopened', 'holder_disabled'] as const;

const personOutcome = z.object({
  personId: id,
  outcome: z.enum(['paged', 'continued', 'paged_again', 'not_reachable']),
  reason: z.enum(deliveryReasonCodes).optional(),
});
export const stepTarget = z.object({
  target: z.object({ kind: z.string(), personId: id.optional() }),
  persons: z.array(personOutcome),
});

export const attemptReason = z.enum(['rule', 'every_method', 'retry', 'next_method', 'after_stale', 'quiet', 'tried_out']);

/** Facts of a stream `alertGroup-<id>`: the group, its escalation, its pages and their attempts. */
export const alertGroupEvents = {
  AlertGroupOpened: event(
    1,
    'An alert group was opened.',
    z.object({
      groupId: id,
      number: z.number().int(),
      serviceId: id.nullable(),
      teamId: id.nullable(),
      origin,
      title: z.string(),
      urgency,
      test: z.boolean(),
      previousGroupId: id.nullable(),
      alerts: z.array(alert),
      policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
      ackTimeoutMinutes: z.number().int(),
    }),
  ),
  AlertsFired: event(
    1,
    'Alerts began to fire in the group. News pages; the rest is told quietly.',
    z.object({
      groupId: id,
      signal: fromSignal,
      alerts: z.array(alert),
      news: z.enum(['raises_urgency', 'new_name']).nullable(),
      urgency,
      title: z.string(),
    }),
  ),
  AlertsResolved: event(
    1,
    'The sender resolved alerts of the group; others go on.',
    z.object({ groupId: id, signal: fromSignal, fingerprints: z.array(z.string()), title: z.string() }),
  ),
  SenderStillFiring: event(
    1,
    'The sender says that it still fires, after a person had resolved it.',
    z.object({ groupId: id, signal: fromSignal }),
  ),
  AlertGroupAcknowledged: event(
    1,
    'Somebody has it: pages that the escalation caused are cancelled.',
    z.object({ groupId: id, holder, pageId: id.nullable() }),
  ),
  AcknowledgementRenewed: event(1, 'The holder is still on it.', z.object({ groupId: id })),
  AlertGroupTakenOver: event(1, 'Somebody took it over from the holder.', z.object({ groupId: id, from: holder, holder })),
  ResponderJoined: event(1, 'Somebody joined the holder.', z.object({ groupId: id, personId: id })),
  AlertGroupReturnedToFiring: event(
    1,
    'Nobody has it any more: it fires again.',
    z.object({ groupId: id, because: z.enum(returnReasons), from: holder.nullable() }),
  ),
  AlertGroupResolved: event(
    1,
    'It is over.',
    z.object({
      groupId: id,
      by: z.enum(['person', 'sender', 'timer']),
      pageId: id.nullable(),
      signal: fromSignal.nullable(),
      /** A person resolved it although the sender still says firing. */
      whileFiring: z.boolean(),
      /** Where its signals are looked up; null for a group that no signal opened. */
      route: z.string().nullable(),
    }),
  ),
  AlertGroupReopened: event(
    1,
    'It was reopened: the sender fired again, or a person said that it is not over.',
    z.object({
      groupId: id,
      opening: z.number().int(),
      because: z.enum(['refire', 'reopened']),
      holder: holder.nullable(),
      route: z.string().nullable(),
    }),
  ),
  NoteAdded: event(1, 'A note was written.', z.object({ groupId: id, text: z.string() })),

  EscalationStarted: event(
    1,
    'The climb began.',
    z.object({ groupId: id, policy: z.object({ policyId: id, version: z.number().int() }).nullable(), because: z.string() }),
  ),
  EscalationStepPlanned: event(
    1,
    'The next step was planned. Step 0 pages the holder first; steps count from 1; `managers` and `owners` follow the last round.',
    z.object({
      groupId: id,
      round: z.number().int(),
      step: z.union([z.number().int(), z.enum(['exhausted', 'owners'])]),
      dueAt: instant,
    }),
  ),
  EscalationStepTaken: event(
    1,
    'A step was taken: its targets were looked up and paged.',
    z.object({
      groupId: id,
      round: z.number().int(),
      step: z.union([z.number().int(), z.enum(['exhausted', 'owners'])]),
      targets: z.array(stepTarget),
      /** Nobody stood behind it. It is skipped at once, and said loudly. */
      empty: z.boolean(),
    }),
  ),
  EscalationExhausted: event(
    1,
    'Everybody in the policy was paged and nobody has it: managers and owners are paged, and it starts again.',
    z.object({ groupId: id, round: z.number().int(), restartAt: instant }),
  ),
  EscalationStopped: event(1, 'The climb stopped.', z.object({ groupId: id, because: z.enum(stopReasons) })),
  AckTimeoutPlanned: event(
    1,
    'When the holder is asked, and when it fires again without an answer.',
    z.object({ groupId: id, remindAt: instant, dueAt: instant }),
  ),
  HolderAsked: event(1, 'The holder was asked whether they are still on it.', z.object({ groupId: id })),
  UpdatePlanned: event(
    1,
    'The holder will be told of new alerts, bundled and quietly.',
    z.object({ groupId: id, dueAt: instant, fingerprints: z.array(z.string()) }),
  ),
  UpdateSent: event(1, 'The holder is being told of the new alerts.', z.object({ groupId: id })),

  PageStarted: event(
    1,
    'A person is paged.',
    z.object({
      groupId: id,
      pageId: id,
      personId: id,
      urgency,
      cause: pageCause,
      opening: z.number().int(),
      /** Told once, without ringing. */
      quiet: z.boolean(),
      /** The person had no usable rule: every verified method at once. */
      everyMethod: z.boolean(),
      skipped: z.array(z.object({ contactMethodId: id, reason: z.enum(deliveryReasonCodes) })),
      cancelledByAcknowledge: z.boolean(),
    }),
  ),
  AttemptPlanned: event(
    1,
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
    }),
  ),
  AttemptStarted: event(
    1,
    'The attempt was claimed: appended before the provider is called. Its id includes the epoch of who claimed it.',
    z.object({ groupId: id, pageId: id, slot: id, attemptId: id, epoch: z.number().int() }),
  ),
  AttemptSent: event(1, 'The provider took it.', z.object({ groupId: id, pageId: id, attemptId: id, providerId: z.string().nullable() })),
  AttemptDelivered: event(1, 'It arrived at the person’s device.', z.object({ groupId: id, pageId: id, attemptId: id })),
  AttemptRead: event(1, 'The person looked at it on their device.', z.object({ groupId: id, pageId: id, attemptId: id })),
  AttemptFailed: event(
    1,
    'It did not work.',
    z.object({
      groupId: id,
      pageId: id,
      attemptId: id,
      reason: z.enum(deliveryReasonCodes),
      detail: z.string(),
      retry: z.boolean(),
      /** Milliseconds after which the provider wants to be asked again. */
      retryAfter: z.number().int().optional(),
      /** The contact method that does not exist any more. */
      gone: z.object({ personId: id, contactMethodId: id }).optional(),
    }),
  ),
  AttemptWentStale: event(
    1,
    'Its outcome is unknown, or it was not handed over in time; a new attempt follows. Rather twice than never.',
    z.object({ groupId: id, pageId: id, slot: id, attemptId: id.nullable(), reason: z.enum(deliveryReasonCodes) }),
  ),
  PageAnswered: event(1, 'The person said “I’m here”: their own phone stops.', z.object({ groupId: id, pageId: id, personId: id })),
  PageCancelled: event(
    1,
    'A page was cancelled.',
    z.object({ groupId: id, pageId: id, personId: id, reason: z.enum(deliveryReasonCodes) }),
  ),
  PageFailed: event(
    1,
    'The person could not be reached by any method.',
    z.object({ groupId: id, pageId: id, personId: id, reason: z.enum(deliveryReasonCodes) }),
  ),
};
export type AlertGroupFact = Messages<typeof alertGroupEvents>;

const groupOnly = z.strictObject({ groupId: id });
const note = z.string().trim().min(1).max(limits.noteCharacters);

/** None of these carries a revision: two people at once never meet a conflict. */
export const alertGroupCommands = {
  AcknowledgeAlertGroup: command('Acknowledge', 'alert_group.act', groupOnly),
  UnacknowledgeAlertGroup: command('Give it back', 'alert_group.act', groupOnly),
  RenewAcknowledgement: command('Still on it', 'alert_group.act', groupOnly),
  TakeOverAlertGroup: command('Take over', 'alert_group.act', groupOnly),
  JoinAlertGroup: command('Join', 'alert_group.join', groupOnly),
  ResolveAlertGroup: command('Resolve', 'alert_group.act', groupOnly),
  ReopenAlertGroup: command('Reopen', 'alert_group.act', z.strictObject({ groupId: id, iHaveIt: z.boolean().default(false) })),
  AddNote: command('Add a note', 'alert_group.act', z.strictObject({ groupId: id, text: note })),
  AddResponder: command('Page somebody for this', 'person.page', z.strictObject({ groupId: id, personId: id })),
  AnswerPage: command('I’m here', 'page.answer', z.strictObject({ groupId: id, pageId: id })),
};

/** Acts that may be done to many groups at once: at most 200, one undo. */
export const bulkActs = ['AcknowledgeAlertGroup', 'UnacknowledgeAlertGroup', 'ResolveAlertGroup', 'ReopenAlertGroup'] as const;
export const bulkRequest = z.strictObject({
  act: z.enum(bulkActs),
  groupIds: z.array(id).min(1).max(limits.bulk),
  /** When reopening: who asks has them in hand, as before. */
  iHaveIt: z.boolean().optional(),
});

export const nextRung = z.object({
  round: z.number().int(),
  step: z.union([z.number().int(), z.enum(['exhausted', 'owners'])]),
  dueAt: instant,
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
  openedAt: instant,
  firingSince: instant,
  acknowledgedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.object({ by: z.enum(['person', 'sender', 'timer']), actorId: z.string() }).nullable(),
  /** Who is rung next, and when; null when nothing is planned. */
  next: nextRung.nullable(),
  /** Persons being paged at this moment. */
  paging: z.array(id),
  /** Everybody in the policy was paged, and nobody has it. */
  nobodyHasIt: z.boolean(),
  senderStillFiring: z.boolean(),
  firing: z.number().int(),
  alerts: z.number().int(),
  links: z.array(link),
  /** `label=value` of its alerts, each once, those seen first: what the list is searched by. */
  labels: z.array(z.string()),
  previousGroupId: id.nullable(),
  opening: z.number().int(),
  /** How many notes were written. */
  notes: z.number().int(),
  /** Fingerprints, of those that fire and of all. */
  firingKeys: z.array(z.string()),
  alertKeys: z.array(z.string()),
  /** Pages that ring and have not ended, and whose they are. */
  pageKeys: z.record(z.string(), id),
});
export type AlertGroupRow = z.infer<typeof alertGroupRow>;

/** The alerts of a group. Id: the group’s. */
export const alertsRow = z.object({
  id,
  commonLabels: z.record(z.string(), z.string()),
  alerts: z.array(alert.extend({ state: z.enum(['firing', 'resolved']), firstSeenAt: instant, resolvedAt: instant.nullable() })),
});
export type AlertsRow = z.infer<typeof alertsRow>;

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
  quiet: z.boolean(),
  startedAt: instant,
  attempts: z.array(attemptRow),
});
export type PageRow = z.infer<typeof pageRow>;

/** The one drawing: steps taken and planned, people, receipts. Id: the group’s. */
export const ladderRow = z.object({
  id,
  policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
  state: z.enum(['climbing', 'exhausted', 'stopped']),
  because: z.string(),
  next: nextRung.nullable(),
  rungs: z.array(
    z.object({
      round: z.number().int(),
      step: z.union([z.number().int(), z.enum(['exhausted', 'owners'])]),
      takenAt: instant,
      empty: z.boolean(),
      targets: z.array(stepTarget),
    }),
  ),
  pages: z.array(pageRow),
});
export type LadderRow = z.infer<typeof ladderRow>;

/** How often a group’s sender repeated itself in one minute. Id: `<group>:<minute>`. */
export const repeatsRow = z.object({ id: z.string(), groupId: id, minute: instant, repeats: z.number().int(), lastSeenAt: instant });
export type RepeatsRow = z.infer<typeof repeatsRow>;
