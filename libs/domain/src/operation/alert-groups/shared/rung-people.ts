import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis, earlierOf } from '@tocsin/kernel/time.js';
import type { Attempt, ExistingGroup, ResolvedGroup } from '../state.js';
import { groupsOf } from './linked.js';
import type { GroupReads } from './reads.js';

/** Most paged people that are remembered. */
export const mostRung = 500;

/** It was claimed: whether it arrived or not, the person may have noticed it. */
export const hasGoneOut = ({ state }: Attempt): boolean =>
  state === 'sending' || state === 'sent' || state === 'delivered' || state === 'read' || state === 'stale';

/** The people paged in this opening, or for earlier leaders of its storm; without those paged too long ago to be remembered. */
export const rungPeopleOf = (state: ExistingGroup, now: string): readonly string[] => {
  const since = addMillis(now, -alertGroupLimits.endToldWithin);
  const isRecent = (attempt: Attempt): boolean => hasGoneOut(attempt) && (attempt.startedAt ?? now) >= since;
  const { rang, rangAt } = state.links;
  const rungInGroup = state.pages
    .filter((other) => other.opening === state.opening && !other.quiet && Object.values(other.attempts).some(isRecent))
    .map((other) => other.personId);
  return rangAt >= since ? [...rang, ...rungInGroup] : rungInGroup;
};

/** The other groups of its set that have ended since one of them has been open all the time: what ended before that was told. */
export const endedWith = ({ groupId, opened, links }: ExistingGroup, reads: Pick<GroupReads, 'groups'>): readonly ResolvedGroup[] => {
  if (links.set === null) return [];
  let since = opened.at;
  const isOfOneTime = (other: ResolvedGroup): boolean => {
    if (other.at < since) return false;
    since = earlierOf(since, other.opened.at);
    return true;
  };
  return groupsOf(links.set, reads)
    .flatMap((other) => (other.status === 'resolved' && other.groupId !== groupId ? [other] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .filter(isOfOneTime);
};

/** Whether one act of a person resolved both. */
export const isOfAct = ({ links: { act } }: ExistingGroup, group: ExistingGroup): boolean => act !== null && act === group.links.act;

/** Linked groups tell of the end once, with the last: those paged for the ones that ended before it, which told nobody. */
export const owedPeopleOf = (group: ExistingGroup, { reads, now }: { readonly reads: Pick<GroupReads, 'groups'>; readonly now: string }) =>
  endedWith(group, reads)
    .filter((other) => !isOfAct(other, group))
    .flatMap((other) => rungPeopleOf(other, now));
