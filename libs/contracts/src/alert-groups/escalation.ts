import { z } from 'zod';
import { conditionKinds, judgedBy } from '../conditions.js';
import { event, late } from '../message.js';
import { id, instant } from '../ids.js';
import { deliveryReasonCodes } from './delivery-reasons.js';
import { pageRow } from './pages.js';
import { dutyReason } from '../people/duty.js';
import { recordedTarget } from '../policies/noun.js';
import { webhookCallRow } from './webhook-calls.js';

export const stopReasons = ['acknowledged', 'snoozed', 'resolved', 'low_urgency', 'test', 'stale', 'suppressed'] as const;

/** A step of the policy by its number, or who is paged after the last round. */
const step = z.union([z.number().int(), z.enum(['exhausted', 'owners'])]);

const personOutcome = z.object({
  personId: id,
  outcome: z.enum(['paged', 'continued', 'paged_again', 'not_reachable']),
  reason: z.enum(deliveryReasonCodes).optional(),
  /** Why they were on call in a schedule when the step ran. */
  onCall: z.object({ scheduleId: id, version: z.number().int(), why: dutyReason }).optional(),
});
export const stepTarget = z.object({
  target: recordedTarget,
  /** For a webhook: the planned call. */
  callId: id.optional(),
  persons: z.array(personOutcome),
  /** Further people of the target that were not paged or listed. */
  more: z.number().int().optional(),
});

/** Events of a stream `alertGroup-<id>`: escalation through the policy, and reminders and updates of the assignee. */
export const escalationEvents = {
  EscalationStarted: event(
    1,
    ['paging', 'Escalation started'],
    'The escalation started.',
    z.object({ groupId: id, policy: z.object({ policyId: id, version: z.number().int() }).nullable(), because: z.string() }),
  ),
  AlertGroupFollowedClock: event(
    1,
    ['paging', 'Times moved with the clock'],
    'The clock of the server was set back: the group’s timers are moved earlier by the same amount, in the events that follow.',
    z.object({
      groupId: id,
      /** The clock showed `from` when it was set back to `to`. */
      from: instant,
      to: instant,
      /** Cursor: the last page, by id, whose attempts are moved here, if attempts of more pages follow. */
      more: id.nullable(),
      /** The moved end of the snooze. Absent: not snoozed, or not moved. */
      snoozedUntil: instant.optional(),
    }),
  ),
  EscalationPolicyApplied: event(
    1,
    ['paging', 'Escalation policy applied'],
    'The escalation continues with another version of its policy, or with another policy.',
    z.object({
      groupId: id,
      from: z.object({ policyId: id, version: z.number().int() }),
      policy: z.object({ policyId: id, version: z.number().int() }),
      round: z.number().int(),
      /** The current step, by its index in the new version: escalation continues after it. */
      reached: z.number().int(),
    }),
  ),
  EscalationStepPlanned: event(
    1,
    ['paging', 'Escalation step planned'],
    'The next step was planned. Step 0 pages the previous assignee; steps count from 1; `managers` and `owners` follow the last round.',
    z.object({
      groupId: id,
      round: z.number().int(),
      step,
      dueAt: instant,
    }),
  ),
  EscalationStepTaken: event(
    1,
    ['paging', 'Escalation step taken'],
    'A step was taken: its targets were looked up and paged.',
    z.object({
      groupId: id,
      round: z.number().int(),
      step,
      /** The step of the policy, through all its versions; absent where no policy says it. */
      stepId: id.optional(),
      targets: z.array(stepTarget),
      /** For round-robin steps: the picked person, and their place among the people of the step. */
      picked: z.object({ personId: id, place: z.number().int() }).optional(),
      /** Inputs of its conditions, which were met. */
      judgedBy: judgedBy.optional(),
      /** The step had no people. It is skipped immediately and shown prominently. */
      empty: z.boolean(),
      /** From 2: further people of a step with more than one decision handles. */
      part: z.number().int().optional(),
      late,
    }),
  ),
  EscalationStepSkipped: event(
    1,
    ['paging', 'Escalation step skipped'],
    'A step was skipped: its conditions were not met. The next step follows immediately.',
    z.object({
      groupId: id,
      round: z.number().int(),
      step: z.number().int(),
      stepId: id.optional(),
      /** The conditions that did not hold. */
      because: z.array(z.enum(conditionKinds)),
      judgedBy,
      /** The first people it would have paged. */
      persons: z.array(id),
      late,
    }),
  ),
  PeopleCalledInPart: event(
    1,
    ['paging', 'Managers or owners paged'],
    'A batch of people was paged (of a step, the managers or the owners) or notified that the group is resolved. The next batch follows immediately.',
    z.object({
      groupId: id,
      whom: z.enum(['managers', 'owners', 'told', 'step']),
      /** Step that pages them; null for notifications. */
      rung: z.object({ round: z.number().int(), step }).nullable(),
      /** From 1. */
      part: z.number().int(),
      /** People are called by their ids: up to this one. */
      upTo: id,
      /** When the next part follows; null: that was all. */
      dueAt: instant.nullable(),
    }),
  ),
  EscalationExhausted: event(
    1,
    ['paging', 'Escalation exhausted'],
    'Everyone in the policy was paged and no one acknowledged: managers and owners are paged, and the policy restarts.',
    z.object({ groupId: id, round: z.number().int(), restartAt: instant }),
  ),
  EscalationStopped: event(
    1,
    ['paging', 'Escalation stopped'],
    'The escalation stopped.',
    z.object({ groupId: id, because: z.enum(stopReasons) }),
  ),
  AckTimeoutPlanned: event(
    1,
    ['paging', 'Acknowledgement timeout planned'],
    'When the assignee is asked to renew the acknowledgement, and when the group pages again without an answer.',
    z.object({ groupId: id, remindAt: instant, dueAt: instant }),
  ),
  HolderAsked: event(
    1,
    ['paging', 'Reminder of an acknowledgement'],
    'The assignee was asked to renew the acknowledgement.',
    z.object({ groupId: id, late }),
  ),
  UpdatePlanned: event(
    1,
    ['paging', 'Quiet update planned'],
    'The assignee will be notified of new alerts, bundled and quietly.',
    z.object({
      groupId: id,
      dueAt: instant,
      /** Examples, the first ones. */
      fingerprints: z.array(z.string()),
      /** Number of alerts beside the examples. */
      more: z.number().int().optional(),
    }),
  ),
  UpdateSent: event(1, ['paging', 'Quiet update sent'], 'The assignee is notified of new alerts.', z.object({ groupId: id, late })),
};

export const nextRung = z.object({
  round: z.number().int(),
  step,
  dueAt: instant,
});

/** The escalation of an alert group: steps taken and planned, people, receipts. Id: the group’s. */
export const ladderRow = z.object({
  id,
  policy: z.object({ policyId: id, version: z.number().int() }).nullable(),
  state: z.enum(['climbing', 'exhausted', 'stopped']),
  because: z.string(),
  next: nextRung.nullable(),
  rungs: z.array(
    z.object({
      round: z.number().int(),
      step,
      takenAt: instant,
      empty: z.boolean(),
      /** Its conditions did not hold, so that no one was paged. */
      skipped: z.object({ because: z.array(z.enum(conditionKinds)), judgedBy, persons: z.array(id) }).optional(),
      targets: z.array(stepTarget),
    }),
  ),
  pages: z.array(pageRow),
  /** Webhooks that its steps called. Absent: none. */
  calls: z.array(webhookCallRow).optional(),
  /** For a storm: the group that is escalated instead. */
  follows: z.object({ groupId: id, number: z.number().int() }).optional(),
  /** Start of the contained part, with the whole current round; `?before=` reads earlier parts. Null: it is complete. */
  older: instant.nullable(),
});
export type LadderRow = z.infer<typeof ladderRow>;

/** Response rows by view name. */
export const ladderViews = { ladders: ladderRow };
