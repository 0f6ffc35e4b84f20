import { cancelPages } from '../paging/paging.js';
import { startClimb } from '../paging/climb.js';
import { notifyResolved } from '../paging/notify-resolved.js';
import type { Draft } from '../draft.js';
import type { GroupReads } from '../shared/reads.js';
import type { Existing, Following, Resolved } from '../state.js';
import { takeLead } from './handing-on.js';
import { groupsOf, isOpen, leads, linksOf, stormOf } from '../shared/linked.js';

/** Changes that bring one group of a storm in line with the leading one. */
type Alignment =
  | { readonly to: 'follow'; readonly following: Following }
  | { readonly to: 'lead'; readonly after: Existing | undefined }
  | { readonly to: 'resolve'; readonly with: Resolved }
  | { readonly to: 'reopen' }
  | { readonly to: 'end' };

const followingOf = (leader: Existing): Following => {
  const { groupId, number } = leader;
  const held = leader.status === 'acknowledged' ? leader : null;
  return {
    leader: { groupId, number },
    holder: held?.holder ?? null,
    since: held?.since ?? null,
    snoozedUntil: held?.snooze?.dueAt ?? null,
  };
};

const isSame = (a: Following, b: Following): boolean =>
  a.leader.groupId === b.leader.groupId &&
  a.since === b.since &&
  a.snoozedUntil === b.snoozedUntil &&
  JSON.stringify(a.holder) === JSON.stringify(b.holder);

/** The open group that leads the storm, with the lowest number, other than the group itself. */
const otherLeader = (group: Existing, all: readonly Existing[]): Existing | undefined =>
  all.find((other) => other.groupId !== group.groupId && leads(other));

const alignOpen = (group: Existing, all: readonly Existing[]): Alignment | null => {
  const { follows } = linksOf(group);
  const leader = otherLeader(group, all);
  if (leader && (follows || leader.number < group.number)) {
    const following = followingOf(leader);
    return follows && isSame(follows, following) ? null : { to: 'follow', following };
  }
  if (!follows) return null;
  const before = all.find(({ groupId }) => groupId === follows.leader.groupId);
  // about to be opened
  if (!before) return null;
  if (before.status === 'resolved' && linksOf(before).act !== null && group.openedAt <= before.at) return { to: 'resolve', with: before };
  return all.find(isOpen)?.groupId === group.groupId ? { to: 'lead', after: before } : null;
};

/** A group whose escalation no other group continues has ended; one that a person resolved together with others is reopened with them. */
const alignResolved = (group: Existing, all: readonly Existing[]): Alignment | null => {
  const { act, handedOn } = linksOf(group);
  const leader = all.find(leads);
  if (leader) return act !== null && linksOf(leader).act === act ? { to: 'reopen' } : null;
  if (handedOn === null || all.some(isOpen)) return null;
  const isContinued = all.some((other) => {
    const { from } = linksOf(other);
    return from?.groupId === group.groupId && from.opening === group.opening;
  });
  return isContinued ? null : { to: 'end' };
};

const alignmentOf = (group: Existing, all: readonly Existing[]): Alignment | null =>
  isOpen(group) ? alignOpen(group, all) : alignResolved(group, all);

/** The next group of a storm that must change; undefined when all are in line. */
export const nextToAlign = (storm: string, reads: Pick<GroupReads, 'groups'>): string | undefined => {
  const all = groupsOf(storm, reads);
  return all.find((group) => alignmentOf(group, all) !== null)?.groupId;
};

const follow = (draft: Draft, following: Following): void => {
  const { groupId } = draft.group;
  draft.add({ type: 'AlertGroupFollows', data: { groupId, ...following } });
  cancelPages(draft, 'delivery.follows', () => true, null);
};

/** The group that a reopened group follows; empty if it is paged for itself. */
export const followsAgain = ({ group, context }: Draft): { readonly follows?: Following } => {
  const storm = stormOf(group);
  const leader = storm === null ? undefined : otherLeader(group, groupsOf(storm, context.reads));
  return leader ? { follows: followingOf(leader) } : {};
};

/**
 * An opening group follows the leading group of its storm instead of paging, if there is one; otherwise `otherwise`
 * pages.
 */
export const followOr = (draft: Draft, otherwise: () => void): void => {
  const { group, context } = draft;
  const storm = stormOf(group);
  if (storm === null) return otherwise();
  const { reads } = context;
  const leader = otherLeader(group, groupsOf(storm, reads));
  if (leader) return follow(draft, followingOf(leader));
  const before = group.origin.kind === 'signal' ? group.origin.linked?.follows : undefined;
  // the group before it is opened by the same signals, but has not been opened yet
  if (before && !reads.groups.get(before.groupId)) return follow(draft, { leader: before, holder: null, since: null, snoozedUntil: null });
  return otherwise();
};

const acts: { readonly [K in Alignment['to']]: (draft: Draft, alignment: Extract<Alignment, { readonly to: K }>) => void } = {
  follow: (draft, { following }) => follow(draft, following),
  lead: (draft, { after }) => {
    const from = after ?? draft.group;
    const { groupId, number, opening } = from;
    takeLead(draft, { groupId, number, opening }, linksOf(from).handedOn);
  },
  resolve: (draft, { with: { actorId, links } }) => {
    const { groupId, origin } = draft.group;
    const data = { groupId, by: 'person' as const, pageId: null, signal: null, whileFiring: false };
    const act = { commandId: links!.act!, actorId };
    draft.add({ type: 'AlertGroupResolved', data: { ...data, thread: origin.kind === 'signal' ? origin.thread : null, act } });
  },
  reopen: (draft) => {
    const { groupId, opening, origin } = draft.group;
    const thread = origin.kind === 'signal' ? origin.thread : null;
    draft.add({
      type: 'AlertGroupReopened',
      data: { groupId, opening: opening + 1, because: 'reopened', holder: null, thread, ...followsAgain(draft) },
    });
    if (!linksOf(draft.group).follows) startClimb(draft, 'reopened');
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
