import type { GroupReads, OpenGroup } from './reads.js';
import type { Existing, Links } from '../state.js';

/** The storm that a group belongs to, by the id of its first group; null of all others. */
export const stormOf = ({ origin, groupId }: Pick<Existing, 'origin' | 'groupId'>): string | null =>
  origin.kind === 'signal' && origin.storm === true ? (origin.linked?.first ?? groupId) : null;

export const noLinks: Links = { follows: null, from: null, rang: [], rangAt: '', handedOn: null, act: null };
export const linksOf = ({ links = noLinks }: Pick<Existing, 'links'>): Links => links;

export const isOpen = ({ status }: Pick<Existing, 'status'>): boolean => status !== 'resolved';
/** It is paged for by itself. */
export const leads = (group: Existing): boolean => isOpen(group) && linksOf(group).follows === null;

/** All groups of a storm, by their numbers. `own`: one of them as its stream has it, which memory may not know yet. */
export const groupsOf = (storm: string, { groups }: Pick<GroupReads, 'groups'>, own?: Existing): readonly OpenGroup[] => {
  const others = groups.where('storm', storm).filter(({ groupId }) => groupId !== own?.groupId);
  return (own ? [...others, own] : others).toSorted((a, b) => a.number - b.number);
};

/** Whom a person’s act on a group is about: the leading one of its storm, also when the group itself is over; else the group itself. */
export const leaderOf = (groupId: string, reads: Pick<GroupReads, 'groups'>): string => {
  const group = reads.groups.get(groupId);
  const storm = group && stormOf(group);
  return storm ? (groupsOf(storm, reads).find(leads)?.groupId ?? groupId) : groupId;
};

/** Where reopening begins: at the lowest number of those that one act resolved. */
export const reopenedFirst = (groupId: string, reads: Pick<GroupReads, 'groups'>): string => {
  const group = reads.groups.get(groupId);
  const storm = group && stormOf(group);
  const act = group && linksOf(group).act;
  if (!storm || !act) return groupId;
  return groupsOf(storm, reads).find((other) => !isOpen(other) && linksOf(other).act === act)?.groupId ?? groupId;
};
