import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { leaderOf } from '../alert-groups/shared/linked.js';
import { refuseAct } from '../alert-groups/shared/act-permission.js';
import type { GroupReads, OpenGroup } from '../alert-groups/shared/reads.js';

/** Whether an act is sent for a group. `why`: why not; null: it is sent. */
export interface Verdict {
  readonly groupId: string;
  readonly number: number | null;
  readonly why: FactOf<'BulkActWorked'>['leftOut'][number]['why'] | null;
  /** It was acknowledged. */
  readonly isHeld: boolean;
}
type GroupContext = Context<GroupReads>;

const judgeGroup =
  (isStillDue: (leader: OpenGroup, group: OpenGroup, context: GroupContext) => boolean) =>
  (groupId: string, context: GroupContext): Verdict => {
    const { groups } = context.reads;
    const group = groups.get(groupId);
    if (!group) return { groupId, number: null, why: 'not_found', isHeld: false };
    // in a storm, the holder is recorded in the leading group
    const leader = groups.get(leaderOf(groupId, context.reads)) ?? group;
    const groupRef = { groupId, number: group.number, isHeld: leader.status === 'acknowledged' };
    if (refuseAct(leader, context)) return { ...groupRef, why: 'denied' };
    return { ...groupRef, why: isStillDue(leader, group, context) ? null : 'changed' };
  };

const isMine = (group: OpenGroup, { actor }: GroupContext): boolean => {
  if (group.status !== 'acknowledged') return false;
  const { holder } = group;
  return (holder.kind === 'person' && holder.personId === actor.id) || (holder.kind === 'token' && holder.tokenId === actor.id);
};

/** By act. What others did meanwhile stays as it is. */
export const verdicts: Readonly<Record<FactOf<'BulkActWorked'>['act'], (groupId: string, context: GroupContext) => Verdict>> = {
  AcknowledgeAlertGroup: judgeGroup((leader, group) => group.status !== 'resolved' && leader.status === 'firing'),
  ResolveAlertGroup: judgeGroup((_leader, group) => group.status !== 'resolved'),
  UnacknowledgeAlertGroup: judgeGroup((leader, _group, context) => isMine(leader, context)),
  ReopenAlertGroup: judgeGroup(
    (_leader, group, { actor }) => group.status === 'resolved' && group.by === 'person' && group.actorId === actor.id,
  ),
};
