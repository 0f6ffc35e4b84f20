import { findAlert, keysOfAlerts, listAlerts, type GroupAlert } from './alert-table.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { millisBetween, laterOf, addMillis } from '@tocsin/kernel/time.js';
import { titleWith } from './group-title.js';
import type { InternalCommand } from './commands.js';
import { resolve } from './acts/resolve.js';
import { doesFlapByChange } from './aspects/flaps/note-flapping.js';
import type { Draft } from './draft.js';
import type { TimerData } from './due-plan.js';
import { isAllEnding, lastDueOf } from './ending-plan.js';
import { planStep } from './paging/escalation.js';
import { openOthersOf } from './shared/linked.js';
import type { GroupReads } from './shared/reads.js';
import { hasThreads, isStorm } from './storm.js';
import { plans } from './timers.js';
import type { ExistingGroup } from './state.js';

type Signal = DataOf<InternalCommand, 'ApplySignal'>;

/** Not with others, in a storm or linked: one of them pages for all, and its ending alerts mean nothing for the others. */
export const canHold = (group: ExistingGroup, reads: Pick<GroupReads, 'groups'>): boolean =>
  !isStorm(group) && isAllEnding(group) && openOthersOf(group, reads).length === 0;

/** The next step waits until the ending alerts have resolved, and then for the rest of its delay. */
const hold = (draft: Draft, until: string): void => {
  const { groupId, status, climb, ending } = draft.group;
  if (status !== 'firing' || !climb.next) return;
  const { round, step, dueAt } = climb.next;
  const { now } = draft.context;
  // the time of an earlier postponement is not part of its delay
  planStep(draft, round, step, addMillis(until, Math.max(0, millisBetween(laterOf(now, ending?.heldUntil ?? now), dueAt))));
  draft.add({ type: 'EscalationHeld', data: { groupId, until } });
};

/** While everything that fires is ending, the escalation waits for the outcome. */
export const holdWhileEnding = (draft: Draft): void => {
  const { ending } = draft.group;
  if (ending && canHold(draft.group, draft.context.reads)) hold(draft, lastDueOf(ending));
};

/**
 * A postponed step became due before the timer of the ending alerts (after downtime, or at the same instant): it continues to wait for the outcome.
 */
export const extendHold = (draft: Draft): boolean => {
  const { ending } = draft.group;
  if (!ending?.heldUntil || !canHold(draft.group, draft.context.reads)) return false;
  hold(draft, laterOf(lastDueOf(ending), addMillis(draft.context.now, alertGroupLimits.ending.after)));
  return true;
};

type EndingAlertsPart = Pick<FactOf<'AlertsEnding'>, 'signal' | 'fingerprints' | 'all' | 'under' | 'over'>;

/** Marks alerts as ending. If no other alert fires, the escalation is postponed, and the log records until when. */
const leave = (draft: Draft, leavingAlerts: EndingAlertsPart): void => {
  const { groupId } = draft.group;
  const dueAt = addMillis(draft.context.now, alertGroupLimits.ending.after);
  draft.add({ type: 'AlertsEnding', data: { groupId, ...leavingAlerts, dueAt, ...draft.late } });
  holdWhileEnding(draft);
};

/** Handles alerts that a signal no longer lists. */
export const leaveOut = (draft: Draft, { signal, ending: left = [], over, under }: Signal): void => {
  const { alerts, status, ending } = draft.group;
  if (status === 'resolved') return;
  const fires = (alert: GroupAlert | undefined): boolean => alert?.firing === true && alert.ending === undefined;
  const fingerprints = left.filter((key) => fires(findAlert(alerts, key)));
  if (!over) return fingerprints.length > 0 ? leave(draft, { signal, fingerprints }) : undefined;
  if (under === undefined)
    return ending?.over === undefined ? leave(draft, { signal, fingerprints: [], all: true, over: true }) : undefined;
  if (keysOfAlerts(alerts, fires).some((key) => key.startsWith(under))) leave(draft, { signal, fingerprints: [], under });
};

/** Alerts listed as firing again that are still ending in the group. Others have resolved meanwhile. */
export const resume = (draft: Draft, { resumed = [], signal }: Signal): void => {
  const { groupId, alerts } = draft.group;
  const fingerprints = resumed.map(({ fingerprint }) => fingerprint).filter((key) => findAlert(alerts, key)?.ending !== undefined);
  if (fingerprints.length > 0) draft.add({ type: 'AlertsResumed', data: { groupId, signal, fingerprints } });
};

/** An alert is firing again: the delay of the postponed step continues. A step that was planned in another way meanwhile is left alone. */
export const goOnCounting = (draft: Draft, before: ExistingGroup): void => {
  const { status, climb } = draft.group;
  const heldUntil = before.ending?.heldUntil;
  if (!heldUntil || draft.group.ending?.heldUntil || status !== 'firing' || !climb.next) return;
  if (climb.next.plannedBy !== before.climb.next?.plannedBy) return;
  const { round, step, dueAt } = climb.next;
  planStep(draft, round, step, addMillis(draft.context.now, Math.max(0, millisBetween(heldUntil, dueAt))));
};

/**
 * Whether the senders of all its threads reported the end, as memory knows. Alerts that are only counted are covered by
 * their thread.
 */
const isStormOver = ({ group, context }: Draft): boolean => {
  if (listAlerts(group.alerts).some(({ firing }) => firing)) return false;
  for (const { open, over } of context.reads.threads.eachWhere('groupId', group.groupId)) if (open && over === undefined) return false;
  return true;
};

/**
 * A storm, or a group by fields, resolves with the last of its alerts, no matter which signal or timer ended that one;
 * unless it would have flapped by that (`doesFlap`, asked before).
 */
export const endStorm = (draft: Draft, signal: Signal['signal'] | null, doesFlap: boolean): void => {
  if (!doesFlap && hasThreads(draft.group) && draft.group.status !== 'resolved' && isStormOver(draft)) resolve(draft, 'sender', signal);
};

/** Resolves the alerts that a signal left out and that did not fire again. After downtime the wait starts over, since nothing could be received. */
export const endLeft = (draft: Draft, timerData: TimerData): void => {
  const { groupId, alerts, ending } = draft.group;
  const leftOut = plans.ending(draft.group, timerData);
  if (!ending || !leftOut) return;
  const { signal } = leftOut;
  const fingerprints = keysOfAlerts(alerts, ({ ending: by }) => by === signal.eventId);
  const isOver = ending.over === signal.eventId;
  if ((draft.late.late ?? 0) > alertGroupLimits.ending.away)
    return leave(draft, { signal, fingerprints, ...(isOver ? { over: true } : {}) });
  const doesFlap = doesFlapByChange(draft);
  if (isOver && !doesFlap) return resolve(draft, 'sender', null);
  const rest = listAlerts(alerts).filter(({ firing, ending: by }) => firing && by !== signal.eventId);
  const data = {
    groupId,
    signal,
    fingerprints,
    title: titleWith(draft, rest),
    left: true as const,
    ...(isOver ? { all: true as const } : {}),
    ...draft.late,
  };
  draft.add({ type: 'AlertsResolved', data });
  endStorm(draft, null, doesFlap);
};
