import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { millisBetween, laterOf, addMillis } from '@tocsin/kernel/time.js';
import type { InternalCommand } from '../commands.js';
import { flappingOf } from '../aspects/flaps/flaps.js';
import { endHold } from '../aspects/mutes/hold.js';
import { holdOf } from '../aspects/mutes/mutes.js';
import { keysOfAlerts } from '../alert-table.js';
import type { Draft } from '../draft.js';
import type { DuePlan } from '../due-plan.js';
import type { Attempt, Page } from '../state.js';
import { firingAlertsOf } from '../shared/mutable.js';
import { plans } from '../timers.js';
import { replace } from './attempts.js';
import { planStep } from './escalation.js';
import { planAttempt, waitingSinceOf } from './paging.js';

/** A clock that showed `from` was set back to `to`. Instants. */
type ClockStep = Pick<DataOf<InternalCommand, 'FollowClock'>, 'from' | 'to'>;

/**
 * The clock was set back, which would delay the group’s timers by as much. Moves steps, attempts, timeouts, snoozes and the end of ending alerts
 * earlier, with the attempts of a bounded number of pages per decision.
 */
export const followClock = (draft: Draft, { from, to, after }: Omit<DataOf<InternalCommand, 'FollowClock'>, 'groupId'>): void => {
  const { groupId } = draft.group;
  const follow = createMover(draft, { from, to });
  const groupMoves = after === null ? collectOwnMoves(draft, follow) : [];
  const snoozedUntil = after === null ? follow(plans.snooze(draft.group)) : undefined;
  const ofPages = draft.group.pages
    .filter(({ pageId }) => after === null || pageId > after)
    .map((page) => ({ pageId: page.pageId, moves: collectAttemptMoves(draft, page, follow, millisBetween(from, to)) }))
    .filter(({ moves }) => moves.length > 0)
    .toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1));
  const pages = ofPages.slice(0, alertGroupLimits.calledTogether);
  const more = ofPages.length > pages.length ? pages.at(-1)!.pageId : null;
  const allMoves = [...groupMoves, ...pages.flatMap((page) => page.moves)];
  if (allMoves.length === 0 && snoozedUntil === undefined) return;
  draft.add({
    type: 'AlertGroupFollowedClock',
    data: { groupId, from, to, more, ...(snoozedUntil === undefined ? {} : { snoozedUntil }) },
  });
  for (const move of allMoves) move();
};

type MoveTimer = (plan: Pick<DuePlan, 'dueAt' | 'plannedAt'> | null) => string | undefined;
type RecordMove = () => void;

/**
 * New due time of a plan; undefined if it is unchanged. Plans of the old clock are recognised by being later than that clock’s time, or already due
 * and in the future of the new clock. Other plans belong to the new clock.
 */
const createMover = ({ context: { now } }: Draft, { from, to }: ClockStep): MoveTimer => {
  const by = millisBetween(from, to);
  return (plan) => {
    if (!plan) return undefined;
    const { dueAt, plannedAt = '' } = plan;
    const isOfOldClock = dueAt > from || (dueAt > now && plannedAt > now);
    return isOfOldClock ? laterOf(addMillis(dueAt, by), now) : undefined;
  };
};

/** Moves of the group itself: the step comes after the alerts that postpone it. */
const collectOwnMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => [
  ...collectEndingMoves(draft, follow),
  ...collectStepMoves(draft, follow),
  ...collectTimeoutMoves(draft, follow),
  ...returnMoves(draft, follow),
  ...settlingMoves(draft, follow),
  ...holdMoves(draft, follow),
  ...flappingMoves(draft, follow),
];

const collectEndingMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { groupId, alerts, ending } = draft.group;
  return (ending?.left ?? []).flatMap((endingSignal): readonly RecordMove[] => {
    const dueAt = follow(endingSignal);
    if (dueAt === undefined) return [];
    const { signal } = endingSignal;
    const fingerprints = keysOfAlerts(alerts, (alert) => alert.ending === signal.eventId);
    const wholeMark = ending!.over === signal.eventId ? { over: true as const } : {};
    return [() => draft.add({ type: 'AlertsEnding', data: { groupId, signal, fingerprints, ...wholeMark, dueAt } })];
  });
};

const collectStepMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { groupId, ending } = draft.group;
  const plan = plans.step(draft.group);
  const dueAt = follow(plan);
  if (!plan || dueAt === undefined) return [];
  const heldUntil = ending?.heldUntil;
  const until = heldUntil ? follow({ ...plan, dueAt: heldUntil }) : undefined;
  return [
    () => {
      planStep(draft, plan.round, plan.step, dueAt);
      if (until !== undefined) draft.add({ type: 'EscalationHeld', data: { groupId, until } });
    },
  ];
};

const collectTimeoutMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { group } = draft;
  if (group.status !== 'acknowledged' || !group.timeout) return [];
  const { timeout, groupId } = group;
  const dueAt = follow(timeout);
  if (dueAt === undefined) return [];
  // an assignee who was reminded is not reminded again
  const remindAt = timeout.reminded ? dueAt : addMillis(dueAt, millisBetween(timeout.dueAt, timeout.remindAt));
  return [() => draft.add({ type: 'AckTimeoutPlanned', data: { groupId, remindAt, dueAt } })];
};

const returnMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { groupId } = draft.group;
  const dueAt = follow(plans.returning(draft.group));
  return dueAt === undefined ? [] : [() => draft.add({ type: 'StormReturnPlanned', data: { groupId, dueAt } })];
};

const settlingMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { groupId, settling } = draft.group;
  return settling.flatMap((plan): readonly RecordMove[] => {
    const dueAt = follow(plan);
    const fingerprints = [...plan.fingerprints];
    return dueAt === undefined ? [] : [() => draft.add({ type: 'AlertGroupSettling', data: { groupId, fingerprints, dueAt } })];
  });
};

/** Alerts that are held until an instant of the old clock are held no longer. */
const holdMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const hold = holdOf(draft.group);
  if (!hold) return [];
  const ends = firingAlertsOf(draft.group).flatMap(({ held }) => held?.until ?? []);
  const isOfOldClock = [hold.dueAt, ...ends].some((dueAt) => follow({ ...hold, dueAt }) !== undefined);
  return isOfOldClock ? [() => endHold(draft, { all: true })] : [];
};

const flappingMoves = (draft: Draft, follow: MoveTimer): readonly RecordMove[] => {
  const { groupId } = draft.group;
  const plan = flappingOf(draft.group);
  const calmAt = follow(plan);
  if (!plan || calmAt === undefined) return [];
  const { since, quietSince } = plan;
  return [() => draft.add({ type: 'AlertGroupFlapped', data: { groupId, since, quietSince, calmAt } })];
};

/** A page that waits for the end of its person’s rest waits for a time of day. */
const collectAttemptMoves = (draft: Draft, page: Page, follow: MoveTimer, by: number): readonly RecordMove[] => {
  const { now } = draft.context;
  if (page.state !== 'running' || (page.waitsUntil !== undefined && page.waitsUntil > now)) return [];
  return Object.values(page.attempts).flatMap((attempt): readonly RecordMove[] => {
    // without a response it would be lost until the new clock has caught up: duplicates are preferred to losses
    if (attempt.state === 'sending')
      return attempt.startedAt !== null && attempt.startedAt > now ? [() => replace(draft, page, attempt, 'delivery.outcome_unknown')] : [];
    if (attempt.state !== 'queued') return [];
    const dueAt = isWaiting(attempt, now) ? now : follow(attempt);
    return dueAt === undefined ? [] : [() => planAgain(draft, page.pageId, attempt, { dueAt, by })];
  });
};

/** Whether it waits for a bundle or a limit until a time of the old clock: it may be sent now, and waits again where needed. */
const isWaiting = ({ waitsUntil, plannedAt = '' }: Attempt, now: string): boolean =>
  waitsUntil !== undefined && (waitsUntil > now || plannedAt > now);

const planAgain = (
  draft: Draft,
  pageId: string,
  attempt: Attempt,
  { dueAt, by }: { readonly dueAt: string; readonly by: number },
): void => {
  const { slot, n, because, ruleId, unlessSent } = attempt;
  const since = waitingSinceOf(attempt);
  const waitsSince = since === undefined ? undefined : addMillis(since, by);
  planAttempt(draft, pageId, { method: attempt, slot, n, because, ruleId, unlessSent, waitsSince, dueAt });
};
