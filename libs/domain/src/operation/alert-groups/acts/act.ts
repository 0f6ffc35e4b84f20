import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { Context, Decision } from '@tocsin/kernel/decide/decider.js';
import { Refusal, type Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Draft } from '../draft.js';
import { leaderOf } from '../shared/linked.js';
import { refuseAct } from '../shared/act-permission.js';
import type { GroupReads } from '../shared/reads.js';
import type { AcknowledgedGroup, AlertGroupState, ExistingGroup } from '../state.js';

export type GroupContext = Context<GroupReads>;
type Act<D> = (data: D, state: AlertGroupState, context: GroupContext) => Decision<AlertGroupFact>;

/** Wraps a person’s act: refused when the group does not exist or the person may not act on it. */
export const decideAct =
  <D extends { groupId: string }>(decide: (state: ExistingGroup, context: GroupContext, data: D) => Draft | Refusal | Nothing): Act<D> =>
  (data, state, context) => {
    if (state.status === 'none') return new Refusal('alert_group.not_found');
    const refusal = refuseAct(state, context);
    if (refusal) return refusal;
    const decision = decide(state, context, data);
    return decision instanceof Draft ? decision.facts : decision;
  };

/** For groups of a storm, the act is decided in the stream of the leading group. */
export const decideOnLeader = <D extends { groupId: string }>(
  decide: (state: ExistingGroup, context: GroupContext, data: D) => Draft | Refusal | Nothing,
): Act<D> =>
  decideAct((state, context, data: D) => refuseIfNotLeader(state, leaderOf(data.groupId, context.reads)) ?? decide(state, context, data));

/** Refuses when another group has become the leader since the command was addressed. */
export const refuseIfNotLeader = (state: ExistingGroup, addressedGroupId: string): Refusal | null =>
  addressedGroupId === state.groupId && state.links.follows === null ? null : new Refusal('alert_group.follows_another');

export const refuseResolved = (state: Extract<ExistingGroup, { status: 'resolved' }>): Refusal =>
  new Refusal('alert_group.already_resolved', { number: state.number, resolvedAt: state.at, by: state.by, actorId: state.actorId });

export const holderOfActor = ({ actor }: GroupContext): Holder =>
  actor.kind === 'token' ? { kind: 'token', tokenId: actor.id } : { kind: 'person', personId: actor.id };
export const isMine = ({ holder }: AcknowledgedGroup, { actor }: GroupContext): boolean =>
  (holder.kind === 'person' && holder.personId === actor.id) || (holder.kind === 'token' && holder.tokenId === actor.id);
