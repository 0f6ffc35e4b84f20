import type { EscalationHandover } from '@tocsin/contracts/alert-groups/linked-groups.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { laterOf, addMillis } from '@tocsin/kernel/time.js';
import { notifiedPeopleOf } from '../bundles/throttle-verdict.js';
import type { Draft } from '../draft.js';
import { startEscalation } from '../paging/escalation.js';
import { planAttempt, waitingSinceOf } from '../paging/paging.js';
import { hasGoneOut, mostRung } from '../shared/rung-people.js';
import type { AcknowledgedGroup, Attempt, ExistingGroup, NamedGroup, Page } from '../state.js';

const isOfNow =
  ({ opening }: ExistingGroup) =>
  (page: Page): boolean =>
    page.opening === opening && !page.quiet;

/** Time of the last loud message of this group or its predecessors; '' when there was none. */
export const lastRingAt = (group: ExistingGroup): string =>
  group.pages.reduce(
    (last, { quiet, attempts }) =>
      quiet ? last : Object.values(attempts).reduce((at, one) => (hasGoneOut(one) ? laterOf(at, one.startedAt ?? '') : at), last),
    group.links.rangAt,
  );

const rungPeopleOf = (group: ExistingGroup): readonly string[] => {
  const pages = group.pages.filter(isOfNow(group)).filter(({ attempts }) => Object.values(attempts).some(hasGoneOut));
  return [...new Set([...group.links.rang, ...pages.map(({ personId }) => personId)])].slice(-mostRung);
};

const holdStateOf = (group: AcknowledgedGroup): EscalationHandover['held'] => {
  const { holder, since, timeout, snooze, reassigning, returns } = group;
  return {
    holder,
    since,
    timeout: timeout && { remindAt: timeout.remindAt, dueAt: timeout.dueAt, reminded: timeout.reminded },
    snooze: snooze ? { until: snooze.dueAt, from: snooze.from } : null,
    reassigning: reassigning ? { personId: reassigning.personId, dueAt: reassigning.dueAt } : null,
    returnsAt: returns?.dueAt ?? null,
  };
};

const triedRulesOf = ({ attempts, triedBefore = [] }: Page): string[] => [
  ...new Set([...triedBefore, ...Object.values(attempts).flatMap(({ state, ruleId }) => (state === 'queued' || !ruleId ? [] : ruleId))]),
];

/** Milliseconds for recording the answer to a call that took as long as it may. */
const recordingTime = 5 * duration.second;

/** Latest time at which the outcome of a message being sent is known. */
const outcomeKnownAt = (kind: Attempt['kind'], now: string): string => addMillis(now, contactTraits[kind].deadline + recordingTime);

/**
 * Attempts of a page that continue in the next group: waiting ones, and those being sent. An ended group does not react to their failure, so the next
 * group repeats them unless they succeed.
 */
const handOverAttempts = ({ groupId }: ExistingGroup, { attempts }: Page, now: string): EscalationHandover['pages'][number]['attempts'] =>
  Object.values(attempts).flatMap((attempt) => {
    const { state, attemptId, contactMethodId, kind, dueAt, n, because, ruleId, unlessSent } = attempt;
    if (state !== 'queued' && state !== 'sending') return [];
    const waitsSince = state === 'queued' ? waitingSinceOf(attempt) : undefined;
    const outcomeSource = state === 'sending' ? { groupId, attemptId: attemptId! } : unlessSent;
    return [
      {
        contactMethodId,
        kind,
        dueAt: state === 'sending' ? outcomeKnownAt(kind, now) : dueAt,
        n,
        because,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(outcomeSource ? { unlessSent: outcomeSource } : {}),
        ...(waitsSince ? { waitsSince } : {}),
      },
    ];
  });

const handOverPage = (group: ExistingGroup, page: Page, now: string): EscalationHandover['pages'][number] => {
  const { personId, cause, urgency, everyMethod, cancelledByAcknowledge, startedAt, waitsUntil = startedAt } = page;
  return {
    personId,
    cause,
    urgency,
    everyMethod,
    cancelledByAcknowledge,
    since: waitsUntil,
    ruleIds: triedRulesOf(page),
    attempts: handOverAttempts(group, page, now),
  };
};

/** Webhook calls that are planned or running. Not needed once the group is acknowledged. */
const handOverCalls = ({ groupId, status, calls }: ExistingGroup, now: string): NonNullable<EscalationHandover['calls']> =>
  status !== 'firing'
    ? []
    : calls.flatMap(({ callId, subscriptionId, route, round, step, state, dueAt, knownAs = callId, unlessDone }) => {
        const outcomeSource = state === 'calling' ? { groupId, callId } : unlessDone;
        return route || (state !== 'waiting' && state !== 'calling')
          ? []
          : [
              {
                subscriptionId,
                round,
                step,
                dueAt: state === 'calling' ? addMillis(now, alertGroupLimits.sendDeadline + recordingTime) : dueAt,
                knownAs,
                ...(outcomeSource ? { unlessDone: outcomeSource } : {}),
              },
            ];
      });

/** Escalation state of a group, for the next group of its storm. */
export const handoverOf = (group: ExistingGroup, now: string): EscalationHandover => {
  const { round, began, reached, next, reachedSomebody, exhausted, restartAt } = group.climb;
  const runningPages = group.pages.filter(isOfNow(group)).filter(({ state }) => state === 'running');
  const calls = handOverCalls(group, now);
  const rungIds = rungPeopleOf(group);
  const notified = new Set(notifiedPeopleOf(group));
  return {
    policy: group.policy,
    urgency: group.urgency,
    climb: {
      round,
      began,
      reached,
      next: next && { round: next.round, step: next.step, dueAt: next.dueAt },
      reachedSomebody,
      exhausted,
      restartAt,
    },
    held: group.status === 'acknowledged' ? holdStateOf(group) : null,
    lastHolder: group.lastHolder,
    responders: [...group.responders],
    rang: [...rungIds],
    rangAt: lastRingAt(group) || null,
    heard: rungIds.filter((personId) => notified.has(personId)),
    pages: runningPages.slice(-alertGroupLimits.calledTogether).map((page) => handOverPage(group, page, now)),
    ...(calls.length > 0 ? { calls } : {}),
  };
};

/** A person who has left can’t be the holder. */
const canHoldGroup = ({ context }: Draft, { held }: EscalationHandover): boolean =>
  held?.holder.kind !== 'person' || context.reads.people.get(held.holder.personId)?.state === 'active';

/** Continues pages with their remaining attempts at their own times; pages no one by itself. */
const continuePages = (draft: Draft, pages: EscalationHandover['pages']): void => {
  for (const { personId, cause, urgency, everyMethod, cancelledByAcknowledge, since, ruleIds, attempts } of pages) {
    const { groupId, opening } = draft.group;
    // of linked groups each pages the people of its own service: their page goes on
    if (draft.group.pages.some((page) => page.personId === personId && page.state === 'running' && isOfNow(draft.group)(page))) continue;
    const pageId = draft.newId('page');
    draft.add({
      type: 'PageStarted',
      data: {
        groupId,
        pageId,
        personId,
        urgency,
        cause,
        opening,
        quiet: false,
        everyMethod,
        skipped: [],
        cancelledByAcknowledge,
        continues: { since, ruleIds },
      },
    });
    for (const { contactMethodId, kind, dueAt, ...attempt } of attempts)
      planAttempt(draft, pageId, { ...attempt, method: { contactMethodId, kind }, dueAt: laterOf(dueAt, draft.context.now) });
  }
};

const continueCalls = (draft: Draft, calls: NonNullable<EscalationHandover['calls']>): void => {
  const { groupId, number } = draft.group;
  for (const { dueAt, ...call } of calls)
    draft.add({
      type: 'WebhookCallPlanned',
      data: { groupId, number, callId: draft.newId('call'), ...call, dueAt: laterOf(dueAt, draft.context.now) },
    });
};

/**
 * The group continues where the previous one was, at its step, round and due times; from the beginning when nothing is
 * known of that.
 */
export const takeLead = (draft: Draft, from: NamedGroup & { readonly opening: number }, handover: EscalationHandover | null): void => {
  const { groupId, policy, urgency } = draft.group;
  if (!handover) {
    const emptyHandover: EscalationHandover = {
      policy,
      urgency,
      climb: { round: 0, began: 0, reached: 0, next: null, reachedSomebody: false, exhausted: false, restartAt: null },
      held: null,
      lastHolder: null,
      responders: [],
      rang: [],
      rangAt: null,
      heard: [],
      pages: [],
    };
    draft.add({ type: 'AlertGroupLeads', data: { groupId, from, handedOn: emptyHandover } });
    return startEscalation(draft, 'opened');
  }
  draft.add({ type: 'AlertGroupLeads', data: { groupId, from, handedOn: handover } });
  continuePages(draft, handover.pages);
  continueCalls(draft, handover.calls ?? []);
  const { group } = draft;
  if (group.status === 'acknowledged' && !canHoldGroup(draft, handover)) {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: group.holder } });
    startEscalation(draft, 'holder_disabled');
  } else if (group.status === 'firing' && !group.climb.next && urgency === 'high' && handover.urgency === 'low')
    startEscalation(draft, 'news');
};
