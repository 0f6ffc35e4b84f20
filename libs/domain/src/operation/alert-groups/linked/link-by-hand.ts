import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { decideAct, refuseResolved } from '../acts/act.js';
import { Draft } from '../draft.js';
import { startEscalation } from '../paging/escalation.js';
import { refuseAct } from '../shared/act-permission.js';
import { groupsOf, isOpen, setOf } from '../shared/linked.js';
import type { ExistingGroup } from '../state.js';
import { isStorm } from '../storm.js';

/** Tests page one person; what a person opened, or a storm has, goes by its own rules. */
const canBeLinked = (group: ExistingGroup): boolean => group.origin.kind === 'signal' && !group.test && !isStorm(group);

/** Acts by which people make one thing to page for of several groups, and take one out of it again. */
export const linkActs = {
  LinkAlertGroup: decideAct((state, context, { toGroupId }: { readonly groupId: string; readonly toGroupId: string }) => {
    const to = context.reads.groups.get(toGroupId);
    if (!to) return new Refusal('alert_group.not_found', {}, 'toGroupId');
    if (state.status === 'resolved') return refuseResolved(state);
    const refusal = refuseAct(to, context);
    if (refusal) return refusal;
    if (!canBeLinked(state) || !canBeLinked(to) || to.status === 'resolved' || to.groupId === state.groupId)
      return new Refusal('alert_group.cannot_be_linked');
    const storm = setOf(to) ?? to.groupId;
    const set = setOf(state);
    if (set === storm) return new Nothing();
    if (set !== null) return new Refusal('alert_group.linked_already');
    const limit = alertGroupLimits.linkedTogether;
    if (groupsOf(storm, context.reads).length >= limit) return new Refusal('limit.linked_groups', { limit });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupLinked', data: { groupId: state.groupId, storm } });
    return draft;
  }),

  UnlinkAlertGroup: decideAct((state, context) => {
    const { groupId, links } = state;
    if (links.set === null) return new Nothing();
    const others = groupsOf(links.set, context.reads).filter((one) => one.groupId !== groupId && isOpen(one));
    // those that follow it would be paged for by nobody
    if (isOpen(state) && links.follows === null && others.length > 0) return new Refusal('alert_group.leads_others');
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupUnlinked', data: { groupId, storm: links.set } });
    if (isOpen(state) && links.follows !== null) startEscalation(draft, 'unlinked');
    return draft;
  }),
};

export const joinLinkedSet = (draft: Draft): void => {
  const { groupId } = draft.group;
  const isFirst = groupsOf(groupId, draft.context.reads).some((one) => one.groupId !== groupId);
  if (isFirst && setOf(draft.group) === null) draft.add({ type: 'AlertGroupLinked', data: { groupId, storm: groupId } });
};

export const leaveEmptySet = (draft: Draft): void => {
  const { groupId, links } = draft.group;
  if (links.set !== groupId || links.follows !== null) return;
  if (groupsOf(groupId, draft.context.reads).every((one) => one.groupId === groupId))
    draft.add({ type: 'AlertGroupUnlinked', data: { groupId, storm: groupId } });
};
