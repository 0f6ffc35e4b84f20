import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Holder } from '@tocsin/contracts/holder.js';
import type { Context, Decision } from '@tocsin/kernel/decide/decider.js';
import { Refused, type Nothing } from '@tocsin/kernel/decide/refused.js';
import { Draft } from '../draft.js';
import { leaderOf, linksOf } from '../shared/linked.js';
import { mayAct } from '../shared/may-act.js';
import type { GroupReads } from '../shared/reads.js';
import type { Acknowledged, AlertGroupState, Existing } from '../state.js';

export type Ctx = Context<GroupReads>;
type Act<D> = (data: D, state: AlertGroupState, context: Ctx) => Decision<AlertGroupFact>;

/** Wraps a person’s act: refused when the group does not exist or the person may not act on it. */
export const act =
  <D extends { groupId: string }>(decide: (state: Existing, context: Ctx, data: D) => Draft | Refused | Nothing): Act<D> =>
  (data, state, context) => {
    if (state.status === 'none') return new Refused('alert_group.not_found');
    const denied = mayAct(state, context);
    if (denied) return denied;
    const decision = decide(state, context, data);
    return decision instanceof Draft ? decision.facts : decision;
  };

/** For groups of a storm, the act is decided in the stream of the leading group. */
export const actOnLeader = <D extends { groupId: string }>(
  decide: (state: Existing, context: Ctx, data: D) => Draft | Refused | Nothing,
): Act<D> => act((state, context, data: D) => whyNotHere(state, leaderOf(data.groupId, context.reads)) ?? decide(state, context, data));

/** Refuses when another group has become the leader since the command was addressed. */
export const whyNotHere = (state: Existing, addressed: string): Refused | null =>
  addressed === state.groupId && linksOf(state).follows === null ? null : new Refused('alert_group.follows_another');

export const alreadyResolved = (state: Extract<Existing, { status: 'resolved' }>): Refused =>
  new Refused('alert_group.already_resolved', { number: state.number, resolvedAt: state.at, by: state.by, actorId: state.actorId });

export const me = ({ actor }: Ctx): Holder =>
  actor.kind === 'token' ? { kind: 'token', tokenId: actor.id } : { kind: 'person', personId: actor.id };
export const isMine = ({ holder }: Acknowledged, { actor }: Ctx): boolean =>
  (holder.kind === 'person' && holder.personId === actor.id) || (holder.kind === 'token' && holder.tokenId === actor.id);
