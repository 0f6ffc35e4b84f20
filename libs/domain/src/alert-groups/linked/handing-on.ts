import type { HandedOn } from '@tocsin/contracts/linked-groups.js';
import { limits } from '@tocsin/contracts/limits.js';
import { later } from '@tocsin/kernel/time.js';
import type { Draft } from '../draft.js';
import { startClimb } from '../paging/climb.js';
import { hasGoneOut, planAttempt } from '../paging/paging.js';
import type { Acknowledged, Existing, NamedGroup, Page } from '../state.js';
import { linksOf } from '../shared/linked.js';

/** How many people are remembered whose phones rang. */
const mostRang = 500;

const isOfNow =
  ({ opening }: Existing) =>
  (page: Page): boolean =>
    page.opening === opening && !page.quiet;

/** When a phone last rang for it, in this group or in those that led before it; '' when none did. */
export const lastRing = (group: Existing): string =>
  group.pages.reduce(
    (last, { quiet, attempts }) =>
      quiet ? last : Object.values(attempts).reduce((at, one) => (hasGoneOut(one) ? later(at, one.startedAt ?? '') : at), last),
    linksOf(group).rangAt,
  );

const whoRang = (group: Existing): readonly string[] => {
  const pages = group.pages.filter(isOfNow(group)).filter(({ attempts }) => Object.values(attempts).some(hasGoneOut));
  return [...new Set([...linksOf(group).rang, ...pages.map(({ personId }) => personId)])].slice(-mostRang);
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

const pageHandedOn = (page: Page): HandedOn['pages'][number] => {
  const { personId, cause, urgency, everyMethod, cancelledByAcknowledge, attempts, startedAt, waitsUntil = startedAt } = page;
  return {
    personId,
    cause,
    urgency,
    everyMethod,
    cancelledByAcknowledge,
    since: waitsUntil,
    ruleIds: rulesTried(page),
    attempts: Object.values(attempts)
      .filter(({ state }) => state === 'queued')
      .map(({ contactMethodId, kind, dueAt, n, because, ruleId }) => ({
        contactMethodId,
        kind,
        dueAt,
        n,
        because,
        ...(ruleId === undefined ? {} : { ruleId }),
      })),
  };
};

/** Where a group’s escalation is, for the next group of its storm. */
export const handedOnBy = (group: Existing): HandedOn => {
  const { round, began, reached, next, reachedSomebody, exhausted, restartAt } = group.climb;
  const running = group.pages.filter(isOfNow(group)).filter(({ state }) => state === 'running');
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
    rang: [...whoRang(group)],
    rangAt: lastRing(group) || null,
    pages: running.slice(-limits.calledTogether).map(pageHandedOn),
  };
};

/** A person who has left can’t be the holder. */
const mayHold = ({ context }: Draft, { held }: HandedOn): boolean =>
  held?.holder.kind !== 'person' || context.reads.people.get(held.holder.personId)?.state === 'active';

/** Pages go on with the attempts that were not made yet, each at its own time: this rings no one by itself. */
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
    for (const { contactMethodId, kind, dueAt, n, because, ruleId } of attempts)
      planAttempt(draft, pageId, { method: { contactMethodId, kind }, dueAt: later(dueAt, draft.context.now), n, because, ruleId });
  }
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
  const { group } = draft;
  if (group.status === 'acknowledged' && !mayHold(draft, handedOn)) {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: group.holder } });
    startClimb(draft, 'holder_disabled');
  }
};
