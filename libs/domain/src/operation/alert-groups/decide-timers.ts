import { closingTimerActs } from './aspects/closing/acts.js';
import { flapsTimerActs } from './aspects/flaps/stay-open.js';
import { mutesTimerActs } from './aspects/mutes/acts.js';
import type { TimerCommand } from './timer-commands.js';
import { planTimeout } from './acts/timeout.js';
import { resolve } from './acts/resolve.js';
import type { Draft } from './draft.js';
import type { DuePlan } from './due-plan.js';
import { canHold, endLeft, extendHold, holdWhileEnding } from './ending.js';
import { withExamples } from './examples.js';
import { replace } from './paging/attempts.js';
import { callNextPart } from './paging/page-people.js';
import { startAttempt } from './paging/claim-attempt.js';
import { startEscalation, takeStep } from './paging/escalation.js';
import { page, notifyQuietly } from './paging/paging.js';
import { replaceCall, startCall } from './paging/webhook-calls.js';
import { endReassignment } from './end-reassignment.js';
import { markIfStale, isInUse } from './stale.js';
import { returnToFiring } from './storm.js';
import { pageOf, type Attempt, type ExistingGroup, type Page, type WebhookCall } from './state.js';
import { decideTimer, type TimerAct } from './timer-act.js';
import { plans } from './timers.js';

/** Reminds the holder. When the acknowledgement timeout has also passed, does nothing: only the later timer applies. */
const remindHolder = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged' || group.holder.kind !== 'person' || !group.timeout || group.timeout.dueAt <= context.now) return;
  if (markIfStale(draft)) return;
  if (canHold(group, draft.context.reads)) return planTimeout(draft);
  draft.add({ type: 'HolderAsked', data: { groupId: group.groupId, ...draft.late } });
  page(draft, group.holder.personId, { cause: { kind: 'reminder' }, urgency: 'low' });
};

const endAckTimeout = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || markIfStale(draft)) return;
  // the acknowledgement stays until the end of the alerts is certain
  if (canHold(group, draft.context.reads)) return planTimeout(draft);
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'ack_timeout', from: holder, ...draft.late } });
  startEscalation(draft, 'ack_timeout', { holderFirst: holder.kind === 'person' });
};

const endSnooze = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged') return;
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'snooze_ended', from: holder, ...draft.late } });
  startEscalation(draft, 'snooze_ended', { holderFirst: holder.kind === 'person' });
  holdWhileEnding(draft);
};

const sendUpdate = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || !group.update) return;
  const { groupId, holder, update } = group;
  draft.add({ type: 'UpdateSent', data: { groupId, ...draft.late } });
  if (holder.kind === 'person') notifyQuietly(draft, holder.personId, { kind: 'update', ...withExamples(update, []) });
};

const planOfAttempt = (
  state: ExistingGroup,
  { pageId, slot }: { readonly pageId: string; readonly slot: string },
  planFor: (page: Page, attempt: Attempt) => DuePlan | null,
): DuePlan | null => {
  const page = pageOf(state, pageId);
  const attempt = page?.attempts[slot];
  return page && attempt ? planFor(page, attempt) : null;
};

const callIn = ({ calls }: ExistingGroup, callId: string): WebhookCall | undefined => calls.find((one) => one.callId === callId);

const planOfCall = (
  state: ExistingGroup,
  { callId }: { readonly callId: string },
  planFor: (call: WebhookCall) => DuePlan | null,
): DuePlan | null => {
  const call = callIn(state, callId);
  return call ? planFor(call) : null;
};

export const timerActs: { readonly [T in TimerCommand['type']]: TimerAct<T> } = {
  TakeEscalationStep: decideTimer(
    (state, { round, step }) => {
      const next = plans.step(state);
      return next?.round === round && next.step === step ? next : null;
    },
    (draft, { round, step }) => {
      if (extendHold(draft)) return;
      // everyone in the policy was paged already: the timer alone pages again only while the sender still reports it
      if ((round > 1 || draft.group.climb.exhausted) && !isInUse(draft) && markIfStale(draft)) return;
      takeStep(draft, round, step);
    },
  ),
  RemindHolder: decideTimer(plans.reminder, remindHolder),
  EndAckTimeout: decideTimer(plans.ackTimeout, endAckTimeout),
  EndSnooze: decideTimer(plans.snooze, endSnooze),
  ReturnToFiring: decideTimer(plans.returning, returnToFiring),
  EndReassignment: decideTimer(plans.reassignment, endReassignment),
  SendUpdate: decideTimer(plans.update, sendUpdate),
  CallNextPart: decideTimer(plans.calling, callNextPart),
  EndTest: decideTimer(plans.endOfTest, (draft) => resolve(draft, 'timer', null)),
  ResolveEndingAlerts: decideTimer(plans.ending, endLeft),
  EndRefusals: decideTimer(plans.refused, (draft) => resolve(draft, 'timer', null)),
  ...closingTimerActs,
  ...mutesTimerActs,
  ...flapsTimerActs,
  StartWebhookCall: decideTimer(
    (state, which) => planOfCall(state, which, plans.webhookCall),
    (draft, { callId }) => startCall(draft, callIn(draft.group, callId)!),
  ),
  ReplaceWebhookCall: decideTimer(
    (state, timerData, { epoch }) => planOfCall(state, timerData, (call) => plans.loss(call, epoch)),
    (draft, { callId }) => replaceCall(draft, callIn(draft.group, callId)!),
  ),
  StartAttempt: decideTimer(
    (state, timerData) => planOfAttempt(state, timerData, plans.attempt),
    (draft, { pageId, slot }) => startAttempt(draft, pageId, slot),
  ),
  ReplaceAttempt: decideTimer(
    (state, timerData, { epoch }) => planOfAttempt(state, timerData, (_page, attempt) => plans.loss(attempt, epoch)),
    (draft, { pageId, slot }) => {
      const page = pageOf(draft.group, pageId)!;
      replace(draft, page, page.attempts[slot]!, 'delivery.outcome_unknown');
    },
  ),
};
