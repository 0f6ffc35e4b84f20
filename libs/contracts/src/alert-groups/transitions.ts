import { alertGroupStates } from './rows.js';
import type { alertGroupEvents } from './events.js';
import { webhookCallStates } from './webhook-calls.js';
import { attemptStates, pageStates } from './pages.js';
import { ladderRow } from './escalation.js';

type GroupEvent = keyof typeof alertGroupEvents;

/** One way from a state into another. `from` null: it did not exist before. */
export interface Transition<State extends string = string> {
  readonly from: State | null;
  readonly to: State;
  /** The fact that makes it so. */
  readonly event: GroupEvent;
  /** Trigger. */
  readonly by: string;
  /** Effect on paging; empty: none. */
  readonly paging: string;
}

/** States and transitions. A state without a transition into it is reserved. */
export interface Machine<State extends string = string> {
  readonly says: string;
  readonly states: readonly State[];
  readonly transitions: readonly Transition<State>[];
}

const createTransition = <State extends string>(
  from: State | null,
  to: State,
  event: GroupEvent,
  by: string,
  paging = '',
): Transition<State> => ({
  from,
  to,
  event,
  by,
  paging,
});
/** The same from each of several states. */
const createTransitions = <State extends string>(
  from: readonly State[],
  to: State,
  event: GroupEvent,
  by: string,
  paging = '',
): readonly Transition<State>[] => from.map((one) => createTransition(one, to, event, by, paging));
const createMachine = <State extends string>(
  says: string,
  states: readonly State[],
  transitions: readonly Transition<State>[],
): Machine<State> => ({
  says,
  states,
  transitions,
});

const holderFirst = 'The previous assignee first; after 5 min step 1.';
const allCancelled = 'All pages are cancelled; everyone who was paged is notified once, quietly.';

export const alertGroupMachine = createMachine('What is acknowledged and escalated.', alertGroupStates, [
  createTransition(
    null,
    'firing',
    'AlertGroupOpened',
    'a signal, a manual page or a test alert; a re-fire outside the reopen window',
    'The policy, from step 1.',
  ),
  createTransition(
    'firing',
    'acknowledged',
    'AlertGroupAcknowledged',
    'a person, a page link or the sender',
    'Pages that the escalation caused are cancelled, unless their step keeps paging after acknowledgement. High urgency: the ack timeout starts.',
  ),
  ...createTransitions(
    ['firing', 'acknowledged', 'snoozed', 'suppressed'],
    'resolved',
    'AlertGroupResolved',
    'the sender resolved all, or a person',
    allCancelled,
  ),
  ...createTransitions(
    ['firing', 'acknowledged', 'snoozed', 'suppressed'],
    'resolved',
    'AlertGroupResolved',
    'a timer: a test alert resolves after 10 min',
    'All pages are cancelled.',
  ),
  ...createTransitions(
    ['firing', 'acknowledged', 'snoozed', 'suppressed'],
    'resolved',
    'AlertGroupResolved',
    'a timer: no action for 7 days (a setting), and no signal from its sender although that repeats firing alerts',
    'All pages are cancelled; the managers, the assignee and everyone who was paged are notified once, quietly.',
  ),
  ...createTransitions(
    ['firing', 'acknowledged', 'snoozed', 'suppressed'],
    'snoozed',
    'AlertGroupSnoozed',
    'a person, or a page link for 30 min',
    'Pages that the escalation caused are cancelled, and no one is paged until the snooze ends. The person who snoozed is the assignee.',
  ),
  createTransition(
    'firing',
    'suppressed',
    'AlertGroupSuppressed',
    'a silence covers all that fires in it: when it is opened, or later',
    'Waiting pages of the escalation are cancelled; no one else is paged.',
  ),
  createTransition(
    'suppressed',
    'firing',
    'AlertGroupUnsuppressed',
    'the last silence ended 5 min ago and it still fires',
    'The previous assignee first, if it had one; else step 1.',
  ),
  createTransition('suppressed', 'firing', 'AlertGroupUnsuppressed', 'an alert fires that is not muted', 'The policy, from step 1.'),
  createTransition(
    'suppressed',
    'acknowledged',
    'AlertGroupAcknowledged',
    'a person, a page link or the sender',
    'It stays acknowledged when the silence ends.',
  ),
  createTransition('snoozed', 'acknowledged', 'AlertGroupAcknowledged', 'a person or a page link', 'The ack timeout starts.'),
  createTransition('snoozed', 'acknowledged', 'AlertGroupTakenOver', 'a person takes it over', 'The ack timeout starts.'),
  createTransition(
    'snoozed',
    'acknowledged',
    'AlertGroupUnsnoozed',
    'a person unsnoozes a group that was acknowledged before',
    'The ack timeout starts.',
  ),
  createTransition(
    'snoozed',
    'firing',
    'AlertGroupReturnedToFiring',
    'a person unsnoozes a group that was firing before',
    'After 10 s, the step it had reached.',
  ),
  createTransition('snoozed', 'firing', 'AlertGroupReturnedToFiring', 'the snooze ends', holderFirst),
  createTransition('snoozed', 'firing', 'AlertGroupReturnedToFiring', 'a person escalates', 'The next step, at once.'),
  createTransition(
    'snoozed',
    'firing',
    'AlertGroupReturnedToFiring',
    'news: an alert raises the urgency or has a name new to the group',
    holderFirst,
  ),
  createTransition(
    'acknowledged',
    'firing',
    'AlertGroupReturnedToFiring',
    'a person unacknowledges it',
    'After 10 s, the step it had reached.',
  ),
  createTransition('acknowledged', 'firing', 'AlertGroupReturnedToFiring', 'a person escalates', 'The next step, at once.'),
  createTransition('acknowledged', 'firing', 'AlertGroupReturnedToFiring', 'the ack timeout ends without an answer', holderFirst),
  createTransition(
    'acknowledged',
    'firing',
    'AlertGroupReturnedToFiring',
    'news: an alert raises the urgency or has a name new to the group',
    holderFirst,
  ),
  createTransition('resolved', 'firing', 'AlertGroupReopened', 'the sender fires again inside the reopen window', holderFirst),
  createTransition(
    'resolved',
    'firing',
    'AlertGroupReopened',
    'the sender reports a group again that was closed for inactivity',
    holderFirst,
  ),
  createTransition('resolved', 'firing', 'AlertGroupReopened', 'a person, within 7 days', 'After 10 s, step 1.'),
  createTransition(
    'resolved',
    'acknowledged',
    'AlertGroupReopened',
    'a person reopens and acknowledges, within 7 days',
    'The ack timeout starts.',
  ),
]);

export const escalationMachine = createMachine('One run of an escalation policy for one alert group.', ladderRow.shape.state.options, [
  createTransition(null, 'climbing', 'AlertGroupOpened', 'the alert group was opened', 'Step 1 at once.'),
  createTransition(
    'climbing',
    'exhausted',
    'EscalationExhausted',
    'the last round ended without an acknowledgement',
    'Managers, then owners, by every verified method; the policy starts again after 30 min.',
  ),
  createTransition('exhausted', 'climbing', 'EscalationStepTaken', 'the policy starts again', 'Step 1 of another round.'),
  createTransition(
    'stopped',
    'climbing',
    'EscalationStepTaken',
    'the person whom the step paged was disabled',
    'The same step again, at once.',
  ),
  ...createTransitions(['climbing', 'exhausted'], 'stopped', 'EscalationStopped', 'the alert group was acknowledged or snoozed'),
  createTransition('climbing', 'stopped', 'EscalationStopped', 'a step was taken for low urgency, which does not escalate, or for a test'),
  ...createTransitions(['climbing', 'exhausted'], 'stopped', 'AlertGroupResolved', 'the alert group was resolved'),
  ...createTransitions(
    ['exhausted', 'stopped'],
    'climbing',
    'EscalationStarted',
    'news, an ended ack timeout or snooze, a re-fire or a reopening',
    'A new run begins.',
  ),
  createTransition(
    'stopped',
    'climbing',
    'EscalationStepPlanned',
    'a person unacknowledged the alert group',
    'After 10 s, the step it had reached.',
  ),
]);

export const pageMachine = createMachine('One attempt chain to one person for one alert group.', pageStates, [
  createTransition(null, 'pending', 'PageStarted', 'a step, a person, a reminder or news pages someone'),
  ...createTransitions(['pending', 'sent', 'delivered'], 'sending', 'AttemptStarted', 'an attempt is due and was claimed'),
  ...createTransitions(['sending', 'delivered'], 'sent', 'AttemptSent', 'a provider accepted an attempt'),
  createTransition('sent', 'delivered', 'AttemptDelivered', 'it arrived at the person’s device'),
  ...createTransitions(
    ['pending', 'sending', 'sent', 'delivered'],
    'answered',
    'PageAnswered',
    'the person pressed “Seen, keep paging”, or acted on the alert group',
    'Their own pages stop.',
  ),
  ...createTransitions(
    ['pending', 'sending', 'sent', 'delivered'],
    'cancelled',
    'PageCancelled',
    'acknowledged, resolved, or the person was disabled',
  ),
  createTransition('failed', 'pending', 'MessageResent', 'a person resends a message'),
  ...createTransitions(
    ['pending', 'sending'],
    'failed',
    'PageFailed',
    'no contact method is left to try',
    'The step counts the person as not reached.',
  ),
]);

export const webhookCallMachine = createMachine('The call of a webhook by a step of a policy.', webhookCallStates, [
  createTransition(null, 'waiting', 'WebhookCallPlanned', 'a step that targets it runs', 'The people of the step are paged as well.'),
  createTransition('waiting', 'calling', 'WebhookCallStarted', 'it is due, and the group fires'),
  createTransition(
    'waiting',
    'cancelled',
    'WebhookCallCancelled',
    'the group was acknowledged, snoozed or resolved, or the webhook is off or gone',
  ),
  createTransition(
    'calling',
    'succeeded',
    'WebhookCallSucceeded',
    'any 2xx answer',
    'None: a called program does not count as a person reached.',
  ),
  createTransition('calling', 'waiting', 'WebhookCallFailed', 'an answer that asks to retry (429, 503), or none: 3 retries, 15 s apart'),
  createTransition(
    'calling',
    'failed',
    'WebhookCallFailed',
    'another answer, or the last retry',
    'None: the next step is taken as planned.',
  ),
  createTransition(
    'calling',
    'waiting',
    'WebhookCallWentStale',
    'the server stopped during the call',
    'It is repeated immediately, and may arrive twice.',
  ),
  createTransition('calling', 'failed', 'WebhookCallWentStale', 'the outcome was unknown for the fourth time'),
]);

export const attemptMachine = createMachine('One attempt to reach one person by one contact method.', attemptStates, [
  createTransition(
    null,
    'queued',
    'AttemptPlanned',
    'a rule, a retry, the next method, a stale attempt before it, or a person who resends it',
  ),
  createTransition('queued', 'sending', 'AttemptStarted', 'it is due: claimed before the provider is called'),
  createTransition('queued', 'stale', 'AttemptWentStale', 'it was not sent within 5 min of being due', 'A new attempt follows at once.'),
  createTransition(
    'queued',
    'cancelled',
    'AttemptCancelled',
    'its rule or method was removed, or another attempt by the same method covers it',
  ),
  createTransition('queued', 'cancelled', 'PageAnswered', 'the person answered'),
  createTransition('queued', 'cancelled', 'PageCancelled', 'its page was cancelled'),
  createTransition('sending', 'sent', 'AttemptSent', 'the provider accepted it'),
  createTransition('sent', 'delivered', 'AttemptDelivered', 'it arrived at the person’s device'),
  createTransition(
    'sending',
    'failed',
    'AttemptFailed',
    'the provider refused it, or could not be reached',
    'A retry after 15 s, up to 3; the next method immediately.',
  ),
  createTransition(
    'sending',
    'stale',
    'AttemptWentStale',
    'the server stopped during the attempt: its outcome is unknown',
    'A new attempt follows immediately. A page may arrive twice.',
  ),
]);

/** Every machine there is, by its name in the reference. */
export const machines = {
  'Alert group': alertGroupMachine,
  Escalation: escalationMachine,
  Page: pageMachine,
  Attempt: attemptMachine,
  'Webhook call': webhookCallMachine,
} as const satisfies Record<string, Machine>;
