import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { decideAct, refuseResolved } from '../acts/act.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
import { reviewMutes, unsuppress } from '../aspects/mutes/review.js';
import { Draft } from '../draft.js';
import { startEscalation } from '../paging/escalation.js';
import { notifyResolved } from '../paging/notify-resolved.js';
import { refuseAct } from '../shared/act-permission.js';
import { groupsOf, isLeader, isOpen, setOf } from '../shared/linked.js';
import { isRehearsal } from '../shared/rehearsal.js';
import type { GroupReads } from '../shared/reads.js';
import { endedWith, mostRung, owedPeopleOf } from '../shared/rung-people.js';
import type { ExistingGroup } from '../state.js';
import { isStorm } from '../storm.js';

/** Tests page one person; a rehearsal pages nobody; what a person opened, a storm has, or is muted goes by its own rules. */
const canBeLinked = (group: ExistingGroup, reads: GroupReads): boolean =>
  group.origin.kind === 'signal' && !group.test && !isStorm(group) && !isSuppressed(group) && !isRehearsal(group, reads);

/** It ended, and the leading one of its set would have told of that. */
const isOwedBy = (group: ExistingGroup, leader: ExistingGroup | undefined, reads: Pick<GroupReads, 'groups'>): boolean =>
  leader !== undefined && endedWith(leader, reads).some(({ groupId }) => groupId === group.groupId);

/** Acts by which people make one thing to page for of several groups, and take one out of it again. */
export const linkActs = {
  LinkAlertGroup: decideAct((state, context, { toGroupId }: { readonly groupId: string; readonly toGroupId: string }) => {
    const to = context.reads.groups.get(toGroupId);
    if (!to) return new Refusal('alert_group.not_found', {}, 'toGroupId');
    if (state.status === 'resolved') return refuseResolved(state);
    const refusal = refuseAct(to, context);
    if (refusal) return refusal;
    if (!canBeLinked(state, context.reads) || !canBeLinked(to, context.reads) || to.status === 'resolved' || to.groupId === state.groupId)
      return new Refusal('alert_group.cannot_be_linked');
    const storm = setOf(to) ?? to.groupId;
    const set = state.links.isAlone ? null : setOf(state);
    if (set === storm) return new Nothing();
    if (set !== null) return new Refusal('alert_group.linked_already');
    const limit = alertGroupLimits.linkedTogether;
    if (groupsOf(storm, context.reads).length >= limit) return new Refusal('limit.linked_groups', { limit });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupLinked', data: { groupId: state.groupId, storm, ...(storm === toGroupId ? {} : { to: toGroupId }) } });
    return draft;
  }),

  UnlinkAlertGroup: decideAct((state, context) => {
    const { groupId, links } = state;
    if (links.set === null) return new Nothing();
    const others = groupsOf(links.set, context.reads).filter((one) => one.groupId !== groupId && isOpen(one));
    // those that follow it would be paged for by nobody
    if (isOpen(state) && links.follows === null && others.length > 0) return new Refusal('alert_group.leads_others');
    const isOwed = isOwedBy(state, others.find(isLeader), context.reads);
    // of those that ended in its set nobody else would tell
    const rang = isOpen(state) && others.length === 0 ? [...new Set(owedPeopleOf(state, context))].slice(-mostRung) : [];
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupUnlinked', data: { groupId, storm: links.set, ...(rang.length > 0 ? { rang } : {}) } });
    if (isOwed) notifyResolved(draft, state, '');
    if (isOpen(state) && links.follows !== null) startEscalation(draft, 'unlinked');
    return draft;
  }),
};

/** Another group was linked with this one, the first of them. A rule links nothing with what opened muted. */
export const joinLinkedSet = (draft: Draft, { byRule = false }: { readonly byRule?: boolean }): void => {
  const { groupId, links } = draft.group;
  if (!groupsOf(groupId, draft.context.reads).some((one) => one.groupId !== groupId)) return;
  const isNew = setOf(draft.group) === null ? !byRule : links.isAlone;
  if (isNew) draft.add({ type: 'AlertGroupLinked', data: { groupId, storm: groupId } });
  // it was muted in the meantime
  if (!byRule && isSuppressed(draft.group)) unsuppress(draft, 'mutes_ended');
};

/** The group of a set that is open alone, or left in it alone. */
export const lastOfSet = (set: string, reads: Pick<GroupReads, 'groups'>): string => {
  const all = groupsOf(set, reads);
  const open = all.filter(isOpen);
  return (open.length === 1 ? open : all.slice(0, 1))[0]?.groupId ?? set;
};

/** The others have ended or left: from now on it is muted as any group. Those that ended come back into the set when they are reopened. */
export const leaveEmptySet = (draft: Draft): void => {
  const { groupId, links } = draft.group;
  if (links.set === null || links.follows !== null) return;
  const others = groupsOf(links.set, draft.context.reads).filter((one) => one.groupId !== groupId);
  if (others.some(isOpen)) return;
  if (others.length === 0) draft.add({ type: 'AlertGroupUnlinked', data: { groupId, storm: links.set } });
  reviewMutes(draft);
};
