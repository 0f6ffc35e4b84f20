import type { HandedOn } from '@tocsin/contracts/linked-groups.js';
import { contactTraits } from '@tocsin/contracts/contact-kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import { later, plus } from '@tocsin/kernel/time.js';
import { notifiedPeople } from '../bundles/throttled.js';
import type { Draft } from '../draft.js';
import { startClimb } from '../paging/climb.js';
import { hasGoneOut, planAttempt, waitingSince } from '../paging/paging.js';
import type { Acknowledged, Attempt, Existing, NamedGroup, Page } from '../state.js';
import { linksOf } from '../shared/linked.js';

/** Most paged people that are remembered. */
const maxRang = 500;

const isOfNow =
  ({ opening }: Existing) =>
  (page: Page): boolean =>
    page.opening === opening && !page.quiet;

/** Time of the last loud message of this group or its predecessors; '' when there was none. */
export const lastRing = (group: Existing): string =>
  group.pages.reduce(
    (last, { quiet, attempts }) =>
      quiet ? last : Object.values(attempts).reduce((at, one) => (hasGoneOut(one) ? later(at, one.startedAt ?? '') : at), last),
    linksOf(group).rangAt,
  );

const rungPeople = (group: Existing): readonly string[] => {
  const pages = group.pages.filter(isOfNow(group)).filter(({ attempts }) => Object.values(attempts).some(hasGoneOut));
  return [...new Set([...linksOf(group).rang, ...pages.map(({ personId }) => personId)])].slice(-maxRang);
};

const heldIn = (group: Acknowledged): HandedOn['held'] => {
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

const rulesTried = ({ attempts, triedBefore = [] }: Page): string[] => [
  ...new Set([...triedBefore, ...Object.values(attempts).flatMap(({ state, ruleId }) => (state === 'queued' || !ruleId ? [] : ruleId))]),
];

/** Milliseconds for recording the answer to a call that took as long as it may. */
const recordedWithin = 5 * duration.second;

/** Latest time at which the outcome of a message being sent is known. */
const knownBy = (kind: Attempt['kind'], now: string): string => plus(now, contactTraits[kind].deadline + recordedWithin);

/**
 * Attempts of a page that continue in the next group: waiting ones, and those being sent. An ended group does not react to their failure, so the next
 * group repeats them unless they succeed.
 */
const attemptsHandedOn = ({ groupId }: Existing, { attempts }: Page, now: string): HandedOn['pages'][number]['attempts'] =>
  Object.values(attempts).flatMap((attempt) => {
    const { state, attemptId, contactMethodId, kind, dueAt, n, because, ruleId, unlessSent } = attempt;
    if (state !== 'queued' && state !== 'sending') return [];
    const waitsSince = state === 'queued' ? waitingSince(attempt) : undefined;
    const underWay = state === 'sending' ? { groupId, attemptId: attemptId! } : unlessSent;
    return [
      {
        contactMethodId,
        kind,
        dueAt: state === 'sending' ? knownBy(kind, now) : dueAt,
        n,
        because,
        ...(ruleId === undefined ? {} : { ruleId }),
        ...(underWay ? { unlessSent: underWay } : {}),
        ...(waitsSince ? { waitsSince } : {}),
      },
    ];
  });

const pageHandedOn = (group: Existing, page: Page, now: string): HandedOn['pages'][number] => {
  const { personId, cause, urgency, everyMethod, cancelledByAcknowledge, startedAt, waitsUntil = startedAt } = page;
  return {
    personId,
    cause,
    urgency,
    everyMethod,
    cancelledByAcknowledge,
    since: waitsUntil,
    ruleIds: rulesTried(page),
    attempts: attemptsHandedOn(group, page, now),
  };
};

/** Webhook calls that are planned or running. Not needed once the group is acknowledged. */
const callsHandedOn = ({ groupId, status, calls = [] }: Existing, now: string): NonNullable<HandedOn['calls']> =>
  status !== 'firing'
    ? []
    : calls.flatMap(({ callId, subscriptionId, round, step, state, dueAt, knownAs = callId, unlessDone }) => {
        const underWay = state === 'calling' ? { groupId, callId } : unlessDone;
        return state === 'failed' || state === 'accepted'
          ? []
          : [
              {
                subscriptionId,
                round,
                step,
                dueAt: state === 'calling' ? plus(now, limits.sendDeadline + recordedWithin) : dueAt,
                knownAs,
                ...(underWay ? { unlessDone: underWay } : {}),
              },
            ];
      });

/** Escalation state of a group, for the next group of its storm. */
export const handedOnBy = (group: Existing, now: string): HandedOn => {
  const { round, began, reached, next, reachedSomebody, exhausted, restartAt } = group.climb;
  const running = group.pages.filter(isOfNow(group)).filter(({ state }) => state === 'running');
  const calls = callsHandedOn(group, now);
  const rungIds = rungPeople(group);
  const notified = new Set(notifiedPeople(group));
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
    held: group.status === 'acknowledged' ? heldIn(group) : null,
    lastHolder: group.lastHolder,
    responders: [...group.responders],
    rang: [...rungIds],
    rangAt: lastRing(group) || null,
    heard: rungIds.filter((personId) => notified.has(personId)),
    pages: running.slice(-limits.calledTogether).map((page) => pageHandedOn(group, page, now)),
    ...(calls.length > 0 ? { calls } : {}),
  };
};

/** A person who has left can’t be the holder. */
const mayHold = ({ context }: Draft, { held }: HandedOn): boolean =>
  held?.holder.kind !== 'person' || context.reads.people.get(held.holder.personId)?.state === 'active';

/** Continues pages with their remaining attempts at their own times; pages no one by itself. */
const goOnPaging = (draft: Draft, pages: HandedOn['pages']): void => {
  for (const { personId, cause, urgency, everyMethod, cancelledByAcknowledge, since, ruleIds, attempts } of pages) {
    const { groupId, opening } = draft.group;
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
      planAttempt(draft, pageId, { ...attempt, method: { contactMethodId, kind }, dueAt: later(dueAt, draft.context.now) });
  }
};

const goOnCalling = (draft: Draft, calls: NonNullable<HandedOn['calls']>): void => {
  const { groupId, number } = draft.group;
  for (const { dueAt, ...call } of calls)
    draft.add({
      type: 'WebhookCallPlanned',
      data: { groupId, number, callId: draft.newId('call'), ...call, dueAt: later(dueAt, draft.context.now) },
    });
};

/**
 * The group continues where the previous one was, at its step, round and due times; from the beginning when nothing is
 * known of that.
 */
export const takeLead = (draft: Draft, from: NamedGroup & { readonly opening: number }, handedOn: HandedOn | null): void => {
  const { groupId, policy, urgency } = draft.group;
  if (!handedOn) {
    const nothing: HandedOn = {
      policy,
      urgency,
      climb: { round: 0, began: 0, reached: 0, next: null, reachedSomebody: false, exhausted: false, restartAt: null },
      held: null,
      lastHolder: null,
      responders: [],
      rang: [],
      rangAt: null,
      pages: [],
    };
    draft.add({ type: 'AlertGroupLeads', data: { groupId, from, handedOn: nothing } });
    return startClimb(draft, 'opened');
  }
  draft.add({ type: 'AlertGroupLeads', data: { groupId, from, handedOn } });
  goOnPaging(draft, handedOn.pages);
  goOnCalling(draft, handedOn.calls ?? []);
  const { group } = draft;
  if (group.status === 'acknowledged' && !mayHold(draft, handedOn)) {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: group.holder } });
    startClimb(draft, 'holder_disabled');
  }
};
