import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { cancelPages } from '../paging/paging.js';
import { startEscalation } from '../paging/escalation.js';
import { notifyResolved } from '../paging/notify-resolved.js';
import type { Draft } from '../draft.js';
import type { GroupReads } from '../shared/reads.js';
import type { ExistingGroup, LeaderState, Page, ResolvedGroup } from '../state.js';
import { takeLead } from './handover.js';
import { firingAlertsOf } from '../shared/mutable.js';
import { groupsOf, isOpen, isLeader, setOf, stormOf } from '../shared/linked.js';

/** Changes that bring one group of a storm in line with the leading one. */
type Alignment =
  | { readonly to: 'follow'; readonly following: LeaderState }
  | { readonly to: 'lead'; readonly after: ExistingGroup | undefined }
  | { readonly to: 'resolve'; readonly with: ResolvedGroup }
  | { readonly to: 'reopen' }
  | { readonly to: 'end' };

const followingOf = (leader: ExistingGroup): LeaderState => {
  const { groupId, number } = leader;
  const holdingLeader = leader.status === 'acknowledged' ? leader : null;
  return {
    leader: { groupId, number },
    holder: holdingLeader?.holder ?? null,
    since: holdingLeader?.since ?? null,
    snoozedUntil: holdingLeader?.snooze?.dueAt ?? null,
  };
};

const isSame = (a: LeaderState, b: LeaderState): boolean =>
  a.leader.groupId === b.leader.groupId &&
  a.since === b.since &&
  a.snoozedUntil === b.snoozedUntil &&
  JSON.stringify(a.holder) === JSON.stringify(b.holder);

/** The open group that leads the storm, with the lowest number, other than the group itself. */
const findOtherLeader = (group: ExistingGroup, all: readonly ExistingGroup[]): ExistingGroup | undefined =>
  all.find((other) => other.groupId !== group.groupId && isLeader(other));

const alignOpen = (group: ExistingGroup, all: readonly ExistingGroup[]): Alignment | null => {
  const { follows } = group.links;
  const leader = findOtherLeader(group, all);
  if (leader && (follows || leader.number < group.number)) {
    const leaderState = followingOf(leader);
    return follows && isSame(follows, leaderState) ? null : { to: 'follow', following: leaderState };
  }
  if (!follows) return null;
  const before = all.find(({ groupId }) => groupId === follows.leader.groupId);
  // about to be opened
  if (!before) return null;
  if (before.status === 'resolved' && before.links.act !== null && group.openedAt <= before.at) return { to: 'resolve', with: before };
  return all.find(isOpen)?.groupId === group.groupId ? { to: 'lead', after: before } : null;
};

/** A group whose escalation no other group continues has ended; one that a person resolved together with others is reopened with them. */
const alignResolved = (group: ResolvedGroup, all: readonly ExistingGroup[]): Alignment | null => {
  const { act, handedOn } = group.links;
  const leader = all.find(isLeader);
  if (leader) return act !== null && leader.links.act === act ? { to: 'reopen' } : null;
  if (handedOn === null || all.some(isOpen)) return null;
  const isContinued = all.some((other) => {
    const { from, follows } = other.links;
    // one that led after it told of the end, whatever it has continued since
    const ledLater = other.status === 'resolved' && follows === null && other.at > group.at;
    return ledLater || (from?.groupId === group.groupId && from.opening === group.opening);
  });
  return isContinued ? null : { to: 'end' };
};

const alignmentOf = (group: ExistingGroup, all: readonly ExistingGroup[]): Alignment | null =>
  group.status === 'resolved' ? alignResolved(group, all) : alignOpen(group, all);

/** The next group of a storm that must change; undefined when all are in line. */
export const nextToAlign = (storm: string, reads: Pick<GroupReads, 'groups'>): string | undefined => {
  const all = groupsOf(storm, reads);
  return all.find((group) => alignmentOf(group, all) !== null)?.groupId;
};

const isPaging = ({ pages }: ExistingGroup, { personId, urgency }: Page): boolean =>
  pages.some(
    (other) => other.personId === personId && other.state === 'running' && !other.quiet && (other.urgency === 'high' || urgency === 'low'),
  );

/** A rule linked it before anybody was paged: the leading group decides whether that is news. */
const opensOf = (group: ExistingGroup): Pick<FactOf<'AlertGroupFollows'>, 'joins'> =>
  stormOf(group) === null ? { joins: { alerts: firingAlertsOf(group).length + group.counted, urgency: group.urgency, opens: true } } : {};

/** What somebody was to be paged for, or has: its own escalation ends here, so the leading group is asked to page for it. */
const joinsOf = (group: ExistingGroup): Pick<FactOf<'AlertGroupFollows'>, 'joins'> => {
  const { links, status, climb, urgency, counted } = group;
  if (stormOf(group) !== null || links.follows !== null) return {};
  const isForSomebody = urgency === 'high' || status === 'acknowledged' || climb.next !== null;
  return isForSomebody ? { joins: { alerts: firingAlertsOf(group).length + counted, urgency } } : {};
};

const follow = (draft: Draft, leaderState: LeaderState, joins = joinsOf(draft.group)): void => {
  const { groupId } = draft.group;
  draft.add({ type: 'AlertGroupFollows', data: { groupId, ...leaderState, ...joins } });
  // a person linked it after its first step: whom its own service pages is paged once, and not whom the leading group pages
  const goesOn = stormOf(draft.group) === null && leaderState.holder === null;
  const leader = goesOn ? draft.context.reads.groups.get(leaderState.leader.groupId) : undefined;
  const isPagedThere = (page: Page): boolean => leader === undefined || isPaging(leader, page);
  cancelPages(draft, 'delivery.follows', isPagedThere, null);
};

/** The group that a reopened group follows; empty if it is paged for itself. */
export const followLeader = ({ group, context }: Draft): { readonly follows?: LeaderState } => {
  const storm = setOf(group);
  const leader = storm === null ? undefined : findOtherLeader(group, groupsOf(storm, context.reads));
  return leader ? { follows: followingOf(leader) } : {};
};

/**
 * An opening group follows the leading group of its storm instead of paging, if there is one; otherwise `otherwise`
 * pages.
 */
export const followOrElse = (draft: Draft, decideElse: () => void): void => {
  const { group, context } = draft;
  const storm = setOf(group);
  if (storm === null) return decideElse();
  const { reads } = context;
  const leader = findOtherLeader(group, groupsOf(storm, reads));
  if (leader) return follow(draft, followingOf(leader), opensOf(group));
  const before = group.origin.kind === 'signal' ? group.origin.linked?.follows : undefined;
  // the group before it is opened by the same signals, but has not been opened yet
  if (before && !reads.groups.get(before.groupId)) return follow(draft, { leader: before, holder: null, since: null, snoozedUntil: null });
  return decideElse();
};

const acts: { readonly [K in Alignment['to']]: (draft: Draft, alignment: Extract<Alignment, { readonly to: K }>) => void } = {
  follow: (draft, { following: leaderState }) => follow(draft, leaderState),
  lead: (draft, { after }) => {
    const from = after ?? draft.group;
    const { groupId, number, opening } = from;
    takeLead(draft, { groupId, number, opening }, from.links.handedOn);
  },
  resolve: (draft, { with: { actorId, links } }) => {
    const { groupId, origin } = draft.group;
    const data = { groupId, by: 'person' as const, pageId: null, signal: null, whileFiring: false };
    const act = { commandId: links.act!, actorId };
    const before = draft.group;
    draft.add({ type: 'AlertGroupResolved', data: { ...data, thread: origin.kind === 'signal' ? origin.thread : null, act } });
    if (stormOf(before) !== null) return;
    // a person linked it: people were paged for it, or still are
    cancelPages(draft, 'delivery.cancelled_by_resolve', () => true, null);
    notifyResolved(draft, before, actorId);
  },
  reopen: (draft) => {
    const { groupId, opening, origin } = draft.group;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    draft.add({
      type: 'AlertGroupReopened',
      data: { groupId, opening: opening + 1, because: 'reopened', holder: null, thread, ...followLeader(draft) },
    });
    if (!draft.group.links.follows) startEscalation(draft, 'reopened');
  },
  end: (draft) => {
    const before = draft.group;
    draft.add({ type: 'StormEnded', data: { groupId: before.groupId } });
    notifyResolved(draft, before, '');
  },
};

/**
 * Brings a group of a storm in line with the leading one. Does nothing when, by current memory, another group is next.
 */
export const align = (draft: Draft, storm: string): void => {
  const { group, context } = draft;
  if (nextToAlign(storm, context.reads) !== group.groupId) return;
  const alignment = alignmentOf(group, groupsOf(storm, context.reads, group));
  if (alignment) (acts[alignment.to] as (draft: Draft, alignment: Alignment) => void)(draft, alignment);
};
