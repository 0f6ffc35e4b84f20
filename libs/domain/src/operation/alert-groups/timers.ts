import { duration } from '@tocsin/contracts/duration.js';
import { hardLimit, refusedBodies } from '@tocsin/contracts/integrations/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { timersOfAspects } from './aspects/aspects.js';
import type { GroupTimerType, TimerCommand } from './timer-commands.js';
import { isPlanned, type DuePlan, type TimerData } from './due-plan.js';
import { rankOfPage } from './precedence.js';
import { machineRank, quietRank, rankOfUrgency } from '../../rules/ranks.js';
import { isDrill } from './shared/open-drills.js';
import type { AlertGroupState, Attempt, ExistingGroup, LeftOutAlerts, Page, WebhookCall } from './state.js';

/**
 * Quiet time after which a group about refused signals ends. Unreadable signals are as rare as the sender’s repeats: the group must outlast each
 * pause of a series, otherwise each signal would page again.
 */
const quietOf = (origin: ExistingGroup['origin']): number =>
  origin.kind === 'refused' && origin.because === 'unreadable' ? Math.max(hardLimit.quiet, refusedBodies.pause) : hardLimit.quiet;

/** Time after which a claimed attempt without a response counts as lost. Longer than any provider’s deadline. */
const lostAfter = 2 * duration.minute;

/**
 * The current plan of each timer for this state of the group; null for none. Used by both the memory row that sets the timers and the decider that
 * receives their commands, so that an outdated command is recognised.
 */
export const plans = {
  step: (state: ExistingGroup) => (state.status === 'firing' ? state.climb.next : null),
  /** Reminder for the holder; a monitoring system that acknowledged gets none. */
  reminder: (state: ExistingGroup): DuePlan | null => {
    if (state.status !== 'acknowledged' || !state.timeout || state.timeout.reminded || state.holder.kind !== 'person') return null;
    return { dueAt: state.timeout.remindAt, plannedBy: state.timeout.plannedBy };
  },
  ackTimeout: (state: ExistingGroup): DuePlan | null => (state.status === 'acknowledged' ? state.timeout : null),
  snooze: (state: ExistingGroup): DuePlan | null => (state.status === 'acknowledged' ? (state.snooze ?? null) : null),
  reassignment: (state: ExistingGroup): DuePlan | null => (state.status === 'acknowledged' ? (state.reassigning ?? null) : null),
  returning: (state: ExistingGroup): DuePlan | null => (state.status === 'acknowledged' ? (state.returns ?? null) : null),
  update: (state: ExistingGroup): DuePlan | null => (state.status === 'acknowledged' ? state.update : null),
  /** Managers and owners while it fires; the people to tell once it is resolved. */
  calling: (state: ExistingGroup): ExistingGroup['calling'] => {
    const { status, calling } = state;
    return calling && status === (calling.whom === 'told' ? 'resolved' : 'firing') ? calling : null;
  },
  endOfTest: (state: ExistingGroup): DuePlan | null =>
    state.test && state.status !== 'resolved'
      ? {
          dueAt: addMillis(state.opened.at, isDrill(state) ? alertGroupLimits.drillResolvesAfter : alertGroupLimits.testAlertResolvesAfter),
          plannedBy: state.opened.by,
        }
      : null,
  /**
   * When a group about refused signals ends: nothing was refused for a while. Counted from the last report, plus the
   * time until the next report would have come.
   */
  refused: ({ status, refused, origin }: ExistingGroup): DuePlan | null =>
    status !== 'resolved' && refused
      ? { dueAt: addMillis(refused.at, quietOf(origin) + hardLimit.tellEvery), plannedBy: refused.by }
      : null,
  /** For ending alerts: the entry of one signal. */
  ending: (state: ExistingGroup, timerData: TimerData): LeftOutAlerts | null =>
    state.status === 'resolved' ? null : (state.ending?.left.find((leftOut) => isPlanned(leftOut, timerData)) ?? null),
  webhookCall: ({ state, dueAt, plannedBy }: WebhookCall): DuePlan | null => (state === 'waiting' ? { dueAt, plannedBy } : null),
  /** An attempt waiting for a bundle is sent alone if no bundle took it along. */
  attempt: (page: Page, attempt: Attempt): DuePlan | null => {
    if (page.state !== 'running' || attempt.state !== 'queued') return null;
    const { waitsUntil, plannedBy } = attempt;
    return waitsUntil === undefined ? attempt : { dueAt: addMillis(waitsUntil, bundleLimits.aloneAfter), plannedBy };
  },
  /** If it was claimed in an earlier epoch: due at once. */
  loss: ({ state, startedAt, epoch, plannedBy }: Attempt | WebhookCall, ofReactor: number): DuePlan | null =>
    (state === 'sending' || state === 'calling') && startedAt !== null
      ? { dueAt: epoch < ofReactor ? startedAt : addMillis(startedAt, lostAfter), plannedBy }
      : null,
};

type TimerDetails<T extends TimerCommand['type']> = Omit<Extract<TimerCommand, { type: T }>['data'], keyof DuePlan>;

const createTimer = <T extends TimerCommand['type']>(
  name: string,
  { dueAt, plannedBy }: DuePlan,
  rank: number,
  type: T,
  data: TimerDetails<T>,
): Timer => ({
  name,
  dueAt,
  plannedBy,
  rank,
  command: { type, data: { ...data, dueAt, plannedBy } },
});
/** The first instant at which a waiting attempt is too late. */
const lapseOf = ({ dueAt }: DuePlan): string => addMillis(dueAt, alertGroupLimits.attemptStaleAfter + 1);

const timersOfAttempt = (
  { groupId, rehearses, origin }: Pick<ExistingGroup, 'groupId' | 'rehearses' | 'origin'>,
  page: Page,
  attempt: Attempt,
  epoch: number,
): readonly Timer[] => {
  const { slot } = attempt;
  const data = { groupId, pageId: page.pageId, slot };
  const rank = rankOfPage(page, (rehearses === true && page.opening === 1) || isDrill({ origin }));
  const due = plans.attempt(page, attempt);
  if (due) return [{ ...createTimer(`attempt:${slot}`, due, rank, 'StartAttempt', data), lapsesAt: lapseOf(due) }];
  const loss = plans.loss(attempt, epoch);
  return loss ? [createTimer(`lost:${slot}:${epoch}`, loss, rank, 'ReplaceAttempt', data)] : [];
};

interface PageTimers {
  readonly epoch: number;
  readonly timers: readonly Timer[];
}
/**
 * Cached by page, which is immutable: an event changes one page of hundreds, and the timers of the others stay the
 * same.
 */
const cache = new WeakMap<Page, PageTimers>();

const timersOfPage = (group: Pick<ExistingGroup, 'groupId' | 'rehearses' | 'origin'>, page: Page, epoch: number): readonly Timer[] => {
  const before = cache.get(page);
  if (before?.epoch === epoch) return before.timers;
  const timers = Object.values(page.attempts).flatMap((attempt) => timersOfAttempt(group, page, attempt, epoch));
  cache.set(page, { epoch, timers });
  return timers;
};

const timersOfPages = (group: ExistingGroup, epoch: number): readonly Timer[] => {
  const timers: Timer[] = [];
  for (const page of group.pages) for (const one of timersOfPage(group, page, epoch)) timers.push(one);
  return timers;
};

const timerOfCall = (groupId: string, call: WebhookCall, epoch: number): Timer | null => {
  const { callId } = call;
  const due = plans.webhookCall(call);
  if (due) return createTimer(`call:${callId}`, due, machineRank, 'StartWebhookCall', { groupId, callId });
  const loss = plans.loss(call, epoch);
  return loss && createTimer(`lost-call:${callId}:${epoch}`, loss, machineRank, 'ReplaceWebhookCall', { groupId, callId });
};

const timersOfCalls = ({ groupId, calls }: ExistingGroup, epoch: number): readonly Timer[] =>
  calls.flatMap((call) => timerOfCall(groupId, call, epoch) ?? []);

const timerOfStep = (state: ExistingGroup, rank: number): Timer | null => {
  const next = plans.step(state);
  if (!next) return null;
  const { round, step } = next;
  return createTimer(`step:${round}:${step}`, next, rank, 'TakeEscalationStep', { groupId: state.groupId, round, step });
};

const timerOfBatch = (state: ExistingGroup, rank: number): Timer | null => {
  const calling = plans.calling(state);
  return calling && createTimer('call', calling, calling.whom === 'told' ? quietRank : rank, 'CallNextPart', { groupId: state.groupId });
};

const timersOfEnding = ({ status, groupId, ending }: ExistingGroup): readonly Timer[] =>
  status === 'resolved' || !ending
    ? []
    : ending.left.map((leftOut) => createTimer(`ending:${leftOut.signal.eventId}`, leftOut, quietRank, 'ResolveEndingAlerts', { groupId }));

const timersOfStatus = (state: ExistingGroup): readonly Timer[] => {
  const { groupId, opening } = state;
  const rank = rankOfUrgency(state.urgency, false);
  const group = (name: string, plan: DuePlan | null, its: number, type: GroupTimerType): Timer | null =>
    plan && createTimer(name, plan, its, type, { groupId });
  const timers = [
    timerOfStep(state, rank),
    group('remind', plans.reminder(state), rankOfUrgency('low', false), 'RemindHolder'),
    group('ack-timeout', plans.ackTimeout(state), rank, 'EndAckTimeout'),
    group('snooze', plans.snooze(state), rank, 'EndSnooze'),
    group('return', plans.returning(state), rank, 'ReturnToFiring'),
    group('reassignment', plans.reassignment(state), quietRank, 'EndReassignment'),
    group('update', plans.update(state), quietRank, 'SendUpdate'),
    timerOfBatch(state, rank),
    group(`test:${opening}`, plans.endOfTest(state), quietRank, 'EndTest'),
    ...timersOfEnding(state),
    group('refused', plans.refused(state), quietRank, 'EndRefusals'),
    ...timersOfAspects(state).map(({ name, plan, rank: its, type }) => group(name, plan, its, type)),
  ];
  return timers.filter((one) => one !== null);
};

/** All timers of a group, folded from its events. `epoch`: of the reactor that asks. */
export const timersOfGroup = (state: AlertGroupState, epoch: number): readonly Timer[] =>
  state.status === 'none' ? [] : [...timersOfStatus(state), ...timersOfPages(state, epoch), ...timersOfCalls(state, epoch)];
