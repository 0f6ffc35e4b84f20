import { duration } from '@tocsin/contracts/duration.js';
import { bundleLimits, limits } from '@tocsin/contracts/limits.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { plus } from '@tocsin/kernel/time.js';
import type { TimerCommand } from './commands.js';
import { rankOfPage } from './precedence.js';
import { machineRank, quietRank, rankOfUrgency } from '../rules/ranks.js';
import type { AlertGroupState, Attempt, Existing, Left, Page, Planned, WebhookCall } from './state.js';

const { hardLimit, refusedBodies } = limits;

/**
 * Quiet time after which a group about refused signals ends. Unreadable signals are as rare as the sender’s repeats: the group must outlast each
 * pause of a series, otherwise each signal would page again.
 */
const quietOf = (origin: Existing['origin']): number =>
  origin.kind === 'refused' && origin.because === 'unreadable' ? Math.max(hardLimit.quiet, refusedBodies.pause) : hardLimit.quiet;

/** Time after which a claimed attempt without a response counts as lost. Longer than any provider’s deadline. */
const lostAfter = 2 * duration.minute;

/** When the command of a timer was due, and by which event it had been planned. */
export type Timed = { readonly dueAt: string; readonly plannedBy?: string };

/**
 * The current plan of each timer for this state of the group; null for none. Used by both the memory row that sets the timers and the decider that
 * receives their commands, so that an outdated command is recognised.
 */
export const planned = {
  step: (state: Existing) => (state.status === 'firing' ? state.climb.next : null),
  /** A monitoring system is not asked whether it is still on it. */
  reminder: (state: Existing): Planned | null => {
    if (state.status !== 'acknowledged' || !state.timeout || state.timeout.reminded || state.holder.kind !== 'person') return null;
    return { dueAt: state.timeout.remindAt, plannedBy: state.timeout.plannedBy };
  },
  ackTimeout: (state: Existing): Planned | null => (state.status === 'acknowledged' ? state.timeout : null),
  snooze: (state: Existing): Planned | null => (state.status === 'acknowledged' ? (state.snooze ?? null) : null),
  reassignment: (state: Existing): Planned | null => (state.status === 'acknowledged' ? (state.reassigning ?? null) : null),
  returning: (state: Existing): Planned | null => (state.status === 'acknowledged' ? (state.returns ?? null) : null),
  update: (state: Existing): Planned | null => (state.status === 'acknowledged' ? state.update : null),
  /** Managers and owners while it fires; the people to tell once it is resolved. */
  calling: (state: Existing): Existing['calling'] => {
    const { status, calling } = state;
    return calling && status === (calling.whom === 'told' ? 'resolved' : 'firing') ? calling : null;
  },
  endOfTest: (state: Existing): Planned | null =>
    state.test && state.status !== 'resolved'
      ? { dueAt: plus(state.opened.at, limits.testAlertResolvesAfter), plannedBy: state.opened.by }
      : null,
  /**
   * When a group about refused signals ends: nothing was refused for a while. Counted from the last report, plus the
   * time until the next report would have come.
   */
  refused: ({ status, refused, origin }: Existing): Planned | null =>
    status !== 'resolved' && refused ? { dueAt: plus(refused.at, quietOf(origin) + hardLimit.tellEvery), plannedBy: refused.by } : null,
  /** For ending alerts: the entry of one signal. */
  ending: (state: Existing, which: Timed): Left | null =>
    state.status === 'resolved' ? null : (state.ending?.left.find((left) => isPlanned(left, which)) ?? null),
  closing: (state: Existing): Planned | null => (state.status === 'resolved' ? null : state.closing),
  webhookCall: ({ state, dueAt, plannedBy }: WebhookCall): Planned | null => (state === 'waiting' ? { dueAt, plannedBy } : null),
  /** An attempt waiting for a bundle is sent alone if no bundle took it along. */
  attempt: (page: Page, attempt: Attempt): Planned | null => {
    if (page.state !== 'running' || attempt.state !== 'queued') return null;
    const { waitsUntil, plannedBy } = attempt;
    return waitsUntil === undefined ? attempt : { dueAt: plus(waitsUntil, bundleLimits.aloneAfter), plannedBy };
  },
  /** If it was claimed in an earlier epoch: due at once. */
  loss: ({ state, startedAt, epoch, plannedBy }: Attempt | WebhookCall, ofReactor: number): Planned | null =>
    (state === 'sending' || state === 'calling') && startedAt !== null
      ? { dueAt: epoch < ofReactor ? startedAt : plus(startedAt, lostAfter), plannedBy }
      : null,
};

/** Whether a command belongs to the current plan: a new plan, even for the same instant, has another command. */
export const isPlanned = (now: Planned | null, { dueAt, plannedBy }: Timed): boolean =>
  now !== null && now.dueAt === dueAt && (plannedBy === undefined || now.plannedBy === plannedBy);

type Waiting<T extends TimerCommand['type']> = Omit<Extract<TimerCommand, { type: T }>['data'], keyof Planned>;

const timer = <T extends TimerCommand['type']>(
  name: string,
  { dueAt, plannedBy }: Planned,
  rank: number,
  type: T,
  data: Waiting<T>,
): Timer => ({
  name,
  dueAt,
  plannedBy,
  rank,
  command: { type, data: { ...data, dueAt, plannedBy } },
});
/** The first instant at which a waiting attempt is too late. */
const lapseOf = ({ dueAt }: Planned): string => plus(dueAt, limits.attemptStaleAfter + 1);

const ofAttempt = (groupId: string, page: Page, attempt: Attempt, epoch: number): readonly Timer[] => {
  const { slot } = attempt;
  const data = { groupId, pageId: page.pageId, slot };
  const rank = rankOfPage(page);
  const due = planned.attempt(page, attempt);
  if (due) return [{ ...timer(`attempt:${slot}`, due, rank, 'StartAttempt', data), lapsesAt: lapseOf(due) }];
  const loss = planned.loss(attempt, epoch);
  return loss ? [timer(`lost:${slot}:${epoch}`, loss, rank, 'ReplaceAttempt', data)] : [];
};

interface OfPage {
  readonly epoch: number;
  readonly timers: readonly Timer[];
}
/**
 * Cached by page, which is immutable: an event changes one page of hundreds, and the timers of the others stay the
 * same.
 */
const known = new WeakMap<Page, OfPage>();

const ofPage = (groupId: string, page: Page, epoch: number): readonly Timer[] => {
  const before = known.get(page);
  if (before?.epoch === epoch) return before.timers;
  const timers = Object.values(page.attempts).flatMap((attempt) => ofAttempt(groupId, page, attempt, epoch));
  known.set(page, { epoch, timers });
  return timers;
};

const ofPages = ({ groupId, pages }: Existing, epoch: number): readonly Timer[] => {
  const timers: Timer[] = [];
  for (const page of pages) for (const one of ofPage(groupId, page, epoch)) timers.push(one);
  return timers;
};

const ofCall = (groupId: string, call: WebhookCall, epoch: number): Timer | null => {
  const { callId } = call;
  const due = planned.webhookCall(call);
  if (due) return timer(`call:${callId}`, due, machineRank, 'StartWebhookCall', { groupId, callId });
  const loss = planned.loss(call, epoch);
  return loss && timer(`lost-call:${callId}:${epoch}`, loss, machineRank, 'ReplaceWebhookCall', { groupId, callId });
};

const ofCalls = ({ groupId, calls = [] }: Existing, epoch: number): readonly Timer[] =>
  calls.flatMap((call) => ofCall(groupId, call, epoch) ?? []);

const ofStep = (state: Existing, rank: number): Timer | null => {
  const next = planned.step(state);
  if (!next) return null;
  const { round, step } = next;
  return timer(`step:${round}:${step}`, next, rank, 'TakeEscalationStep', { groupId: state.groupId, round, step });
};

const ofCalling = (state: Existing, rank: number): Timer | null => {
  const calling = planned.calling(state);
  return calling && timer('call', calling, calling.whom === 'told' ? quietRank : rank, 'CallNextPart', { groupId: state.groupId });
};

const ofEnding = ({ status, groupId, ending }: Existing): readonly Timer[] =>
  status === 'resolved' || !ending
    ? []
    : ending.left.map((left) => timer(`ending:${left.signal.eventId}`, left, quietRank, 'ResolveEndingAlerts', { groupId }));

/** Commands that need to know no more than their group. */
type OfGroup = { [T in TimerCommand['type']]: { groupId: string } extends Waiting<T> ? T : never }[TimerCommand['type']];

const ofStatus = (state: Existing): readonly Timer[] => {
  const { groupId, opening } = state;
  const rank = rankOfUrgency(state.urgency, false);
  const group = (name: string, plan: Planned | null, its: number, type: OfGroup): Timer | null =>
    plan && timer(name, plan, its, type, { groupId });
  const timers = [
    ofStep(state, rank),
    group('remind', planned.reminder(state), quietRank, 'RemindHolder'),
    group('ack-timeout', planned.ackTimeout(state), rank, 'EndAckTimeout'),
    group('snooze', planned.snooze(state), rank, 'EndSnooze'),
    group('return', planned.returning(state), rank, 'ReturnToFiring'),
    group('reassignment', planned.reassignment(state), quietRank, 'EndReassignment'),
    group('update', planned.update(state), quietRank, 'SendUpdate'),
    ofCalling(state, rank),
    group(`test:${opening}`, planned.endOfTest(state), quietRank, 'EndTest'),
    ...ofEnding(state),
    group('refused', planned.refused(state), quietRank, 'EndRefusals'),
    group('closing', planned.closing(state), quietRank, 'ReviewClosing'),
  ];
  return timers.filter((one) => one !== null);
};

/** All timers of a group, folded from its events. `epoch`: of the reactor that asks. */
export const dueInGroup = (state: AlertGroupState, epoch: number): readonly Timer[] =>
  state.status === 'none' ? [] : [...ofStatus(state), ...ofPages(state, epoch), ...ofCalls(state, epoch)];
