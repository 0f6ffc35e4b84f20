import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Context, DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { between } from '@tocsin/kernel/time.js';
import { reviewClosing } from './closing.js';
import type { TimerCommand } from './commands.js';
import { planTimeout } from './acts/timeout.js';
import { resolve } from './acts/resolve.js';
import { Draft, type Late } from './draft.js';
import { canHold, endLeft, holdOn, holdWhileEnding } from './ending.js';
import { withExamples } from './examples.js';
import { replace } from './paging/attempts.js';
import { callNextPart } from './paging/calling.js';
import { startAttempt } from './paging/claiming.js';
import { startClimb, takeStep } from './paging/climb.js';
import { page, notifyQuietly } from './paging/paging.js';
import { replaceCall, startCall } from './paging/webhook-calls.js';
import { endReassignment } from './reassign.js';
import type { GroupReads } from './shared/reads.js';
import { markIfStale, isInUse } from './stale.js';
import { returnToFiring } from './storm.js';
import { pageOf, type AlertGroupState, type Attempt, type Existing, type Page, type Planned, type WebhookCall } from './state.js';
import { isPlanned, planned, type Timed } from './timers.js';

type Ctx = Context<GroupReads>;

/**
 * After downtime (a sleeping machine, a reactor that was away), what became due is done once, now, and records how late
 * it is.
 */
const lateness = ({ dueAt }: Timed, now: string): Late => {
  const late = between(dueAt, now);
  return late > limits.foundLate ? { late } : {};
};

/** Wraps a timer’s command: ignored unless its plan is still current, since a renewal or a take-over may have come first. */
const timed =
  <D extends Timed>(now: (state: Existing, data: D, context: Ctx) => Planned | null, decide: (draft: Draft, data: D) => void) =>
  (data: D, state: AlertGroupState, context: Ctx): Decision<AlertGroupFact> => {
    if (state.status === 'none' || !isPlanned(now(state, data, context), data)) return [];
    const draft = new Draft(state, context, lateness(data, context.now));
    decide(draft, data);
    return draft.facts;
  };

/** Reminds the holder. When the time to answer is over too, nothing is done here: only the later step is taken. */
const remind = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged' || group.holder.kind !== 'person' || !group.timeout || group.timeout.dueAt <= context.now) return;
  if (markIfStale(draft)) return;
  if (canHold(group)) return planTimeout(draft);
  draft.add({ type: 'HolderAsked', data: { groupId: group.groupId, ...draft.late } });
  page(draft, group.holder.personId, { cause: { kind: 'reminder' }, urgency: 'low' });
};

const endAckTimeout = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || markIfStale(draft)) return;
  // the acknowledgement stays until the end of the alerts is certain
  if (canHold(group)) return planTimeout(draft);
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'ack_timeout', from: holder, ...draft.late } });
  startClimb(draft, 'ack_timeout', { holderFirst: holder.kind === 'person' });
};

const endSnooze = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged') return;
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'snooze_ended', from: holder, ...draft.late } });
  startClimb(draft, 'snooze_ended', { holderFirst: holder.kind === 'person' });
  holdWhileEnding(draft);
};

const sendUpdate = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || !group.update) return;
  const { groupId, holder, update } = group;
  draft.add({ type: 'UpdateSent', data: { groupId, ...draft.late } });
  if (holder.kind === 'person') notifyQuietly(draft, holder.personId, { kind: 'update', ...withExamples(update, []) });
};

const ofAttempt = (
  state: Existing,
  { pageId, slot }: { readonly pageId: string; readonly slot: string },
  waits: (page: Page, attempt: Attempt) => Planned | null,
): Planned | null => {
  const page = pageOf(state, pageId);
  const attempt = page?.attempts[slot];
  return page && attempt ? waits(page, attempt) : null;
};

const callIn = ({ calls }: Existing, callId: string): WebhookCall | undefined => calls?.find((one) => one.callId === callId);

const ofCall = (state: Existing, { callId }: { readonly callId: string }, waits: (call: WebhookCall) => Planned | null): Planned | null => {
  const call = callIn(state, callId);
  return call ? waits(call) : null;
};

/** Decisions of the timers’ commands. */
export const timerActs: {
  readonly [T in TimerCommand['type']]: (data: DataOf<TimerCommand, T>, state: AlertGroupState, context: Ctx) => Decision<AlertGroupFact>;
} = {
  TakeEscalationStep: timed(
    (state, { round, step }) => {
      const next = planned.step(state);
      return next?.round === round && next.step === step ? next : null;
    },
    (draft, { round, step }) => {
      if (holdOn(draft)) return;
      // everyone in the policy was paged already: the timer alone pages again only while the sender still reports it
      if ((round > 1 || draft.group.climb.exhausted) && !isInUse(draft) && markIfStale(draft)) return;
      takeStep(draft, round, step);
    },
  ),
  RemindHolder: timed(planned.reminder, remind),
  EndAckTimeout: timed(planned.ackTimeout, endAckTimeout),
  EndSnooze: timed(planned.snooze, endSnooze),
  ReturnToFiring: timed(planned.returning, returnToFiring),
  EndReassignment: timed(planned.reassignment, endReassignment),
  SendUpdate: timed(planned.update, sendUpdate),
  CallNextPart: timed(planned.calling, callNextPart),
  EndTest: timed(planned.endOfTest, (draft) => resolve(draft, 'timer', null)),
  ResolveEndingAlerts: timed(planned.ending, endLeft),
  EndRefusals: timed(planned.refused, (draft) => resolve(draft, 'timer', null)),
  ReviewClosing: timed(planned.closing, reviewClosing),
  StartWebhookCall: timed(
    (state, which) => ofCall(state, which, planned.webhookCall),
    (draft, { callId }) => startCall(draft, callIn(draft.group, callId)!),
  ),
  ReplaceWebhookCall: timed(
    (state, which, { epoch }) => ofCall(state, which, (call) => planned.loss(call, epoch)),
    (draft, { callId }) => replaceCall(draft, callIn(draft.group, callId)!),
  ),
  StartAttempt: timed(
    (state, which) => ofAttempt(state, which, planned.attempt),
    (draft, { pageId, slot }) => startAttempt(draft, pageId, slot),
  ),
  ReplaceAttempt: timed(
    (state, which, { epoch }) => ofAttempt(state, which, (_page, attempt) => planned.loss(attempt, epoch)),
    (draft, { pageId, slot }) => {
      const page = pageOf(draft.group, pageId)!;
      replace(draft, page, page.attempts[slot]!, 'delivery.outcome_unknown');
    },
  ),
};
