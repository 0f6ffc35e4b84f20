import type { GroupReads, OpenGroup } from './reads.js';
import type { ExistingGroup, Links } from '../state.js';

/** The storm that a group belongs to, by the id of its first group; null for other groups. */
export const stormOf = ({ origin, groupId }: Pick<ExistingGroup, 'origin' | 'groupId'>): string | null =>
  origin.kind === 'signal' && origin.storm === true ? (origin.linked?.first ?? groupId) : null;

/** The groups that are paged for as one: of a storm, or those that a person linked. By the id of the first; null: it is alone. */
export const setOf = (group: Pick<ExistingGroup, 'origin' | 'groupId' | 'links'>): string | null => stormOf(group) ?? group.links.set;

export const noLinks: Links = {
  follows: null,
  from: null,
  rang: [],
  rangAt: '',
  heard: [],
  handedOn: null,
  act: null,
  set: null,
  isAlone: false,
};

export const isOpen = ({ status }: Pick<ExistingGroup, 'status'>): boolean => status !== 'resolved';
/** Whether it is paged for itself. */
export const isLeader = (group: ExistingGroup): boolean => isOpen(group) && group.links.follows === null;

/** All groups of a storm, by number. `own`: one of them in the state of its stream, which memory may not have yet. */
export const groupsOf = (storm: string, { groups }: Pick<GroupReads, 'groups'>, ownGroup?: ExistingGroup): readonly OpenGroup[] => {
  const otherGroups = groups.where('storm', storm).filter(({ groupId }) => groupId !== ownGroup?.groupId);
  return (ownGroup ? [...otherGroups, ownGroup] : otherGroups).toSorted((a, b) => a.number - b.number);
};

/** The open groups that a person or a rule linked with this one. */
export const openOthersOf = (
  { groupId, links }: Pick<ExistingGroup, 'groupId'> & Partial<Pick<ExistingGroup, 'links'>>,
  reads: Pick<GroupReads, 'groups'>,
): readonly OpenGroup[] => (links?.set ? groupsOf(links.set, reads).filter((one) => one.groupId !== groupId && isOpen(one)) : []);

/** Whether the group ended while its storm continues: another group continues its escalation. */
export const hasHandedOn = (group: ExistingGroup, reads: Pick<GroupReads, 'groups'>): boolean => {
  const storm = setOf(group);
  if (storm === null || isOpen(group) || group.links.handedOn === null) return false;
  return groupsOf(storm, reads, group).some(isOpen);
};

/**
 * The group that a person’s act is about: the leading one of its storm, even when the named group is resolved; else the
 * group itself.
 */
export const leaderOf = (groupId: string, reads: Pick<GroupReads, 'groups'>): string => {
  const group = reads.groups.get(groupId);
  const storm = group && setOf(group);
  return storm ? (groupsOf(storm, reads).find(isLeader)?.groupId ?? groupId) : groupId;
};

/** The first group to reopen: the lowest number among the groups that one act resolved. */
export const firstToReopen = (groupId: string, reads: Pick<GroupReads, 'groups'>): string => {
  const group = reads.groups.get(groupId);
  const storm = group && setOf(group);
  const act = group && group.links.act;
  if (!storm || !act) return groupId;
  return groupsOf(storm, reads).find((other) => !isOpen(other) && other.links.act === act)?.groupId ?? groupId;
};
