import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as organisationLimits from '@tocsin/contracts/organisation/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { millisBetween, laterOf, addMillis } from '@tocsin/kernel/time.js';
import { resolve } from '../../acts/resolve.js';
import type { Draft } from '../../draft.js';
import type { GroupReads } from '../../shared/reads.js';
import { markIfStale } from '../../stale.js';
import type { ExistingGroup } from '../../state.js';

const { reviewEvery, notice, away } = alertGroupLimits.closing;

/** The time of the last act or report. Mere repeats are known only to the router. */
const quietSinceOf = (group: ExistingGroup, { threads, groups }: GroupReads): string => {
  const { follows } = group.links;
  // acts of people on the leading group count for this one, too
  const leader = follows ? (groups.get(follows.leader.groupId)?.touched ?? '') : '';
  return threads
    .where('groupId', group.groupId)
    .reduce((since, { last }) => laterOf(since, last.receivedAt), laterOf(group.touched, leader));
};

/** Whether all its senders repeat their alerts: a storm may have several senders. */
const doesRepeat = ({ origin, groupId }: ExistingGroup, { integrations, threads }: GroupReads): boolean => {
  if (origin.kind !== 'signal') return false;
  const senders = new Set([origin.integrationId, ...threads.where('groupId', groupId).map(({ integrationId }) => integrationId)]);
  return [...senders].every((id) => integrationTraits[integrations.get(id)?.kind ?? 'generic'].repeats);
};

const closingAgeOf = ({ organisation }: GroupReads): number =>
  (organisation.get(organisationKey)?.closeAfterDays ?? organisationLimits.closeAfterDays.default) * duration.day;

/** The group stays open; plans its next review. */
export const stayOpen = (draft: Draft, nextReviewAt: string | null): void => {
  const { groupId, origin } = draft.group;
  if (origin.kind !== 'signal') return;
  draft.add({ type: 'AlertGroupClosingReviewed', data: { groupId, thread: origin.thread, nextReviewAt, ...draft.late } });
};

/** Reviews a group that may be forgotten: leaves it open, plans its closing, or closes it as planned. */
export const reviewClosing = (draft: Draft): void => {
  const { group, late } = draft;
  const { now, reads } = draft.context;
  if (group.origin.kind !== 'signal') return;
  const isStale = group.stale ? true : markIfStale(draft);
  if (!doesRepeat(group, reads))
    return stayOpen(draft, isStale ? null : addMillis(laterOf(now, quietSinceOf(group, reads)), alertGroupLimits.stale.unknown));
  const nextReview = addMillis(now, reviewEvery);
  const age = closingAgeOf(reads);
  if (age === 0) return stayOpen(draft, nextReview);
  const quietSince = quietSinceOf(group, reads);
  const closesAt = addMillis(quietSince, age);
  const before = Math.min(notice, age / 2);
  if (millisBetween(now, closesAt) > before) {
    const noticeAt = addMillis(closesAt, -before);
    return stayOpen(draft, noticeAt < nextReview ? noticeAt : nextReview);
  }
  const wasAway = (late.late ?? 0) > away;
  if (group.closing?.act === 'close' && closesAt <= now && !wasAway) return resolve(draft, 'timer', null, quietSince);
  const { groupId, origin } = group;
  const dueAt = laterOf(closesAt, addMillis(now, before));
  draft.add({ type: 'AlertGroupClosingPlanned', data: { groupId, thread: origin.thread, dueAt, quietSince, ...late } });
};
