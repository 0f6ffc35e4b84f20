import { toolPlanOf } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { Draft } from '../draft.js';
import { escalateNow } from '../paging/escalate-now.js';
import { answerOwnPages } from '../paging/paging.js';
import { isRequestedOf, reassign, takeOver } from '../reassign.js';
import { answerToUndo } from '../undo.js';
import { acceptReassignment, acknowledge, acknowledgeToo, renewAcknowledgement } from './acknowledge.js';
import { decideOnLeader, refuseResolved, isMine, holderOfActor } from './act.js';
import { endOfSnooze, giveUp, snooze, type SnoozeEnd } from './snooze.js';
import { planTimeout, renew } from './timeout.js';

/** Acts that change the assignee. */
export const holdingActs = {
  AcknowledgeAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    if (state.status === 'acknowledged' && !state.snooze) {
      if (isRequestedOf(state, context.actor.id)) return acceptReassignment(state, context);
      if (!isMine(state, context)) return acknowledgeToo(state, context);
      // when asked “still on it?”, the holder presses the button that they know
      return state.timeout?.reminded && toolPlanOf(context.actor) === undefined
        ? renewAcknowledgement(state, context)
        : new Nothing({ holder: state.holder, since: state.since, mine: true });
    }
    const draft = new Draft(state, context);
    acknowledge(draft, holderOfActor(context));
    return draft;
  }),

  UnacknowledgeAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged') return new Refusal('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    giveUp(draft, state, 'unacknowledged');
    return draft;
  }),

  SnoozeAlertGroup: decideOnLeader((state, context, data: { groupId: string } & SnoozeEnd) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const until = endOfSnooze(data, context.now);
    if (until <= context.now) return new Refusal('alert_group.snooze_in_the_past', {}, 'until');
    const { urgency } = state;
    if (millisBetween(context.now, until) > alertGroupLimits.snooze[urgency])
      return new Refusal('alert_group.snooze_too_long', { urgency, limit: urgency === 'high' ? '24 h' : '30 days' }, 'until');
    const draft = new Draft(state, context);
    snooze(draft, holderOfActor(context), until);
    return draft;
  }),

  UnsnoozeAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged' || !state.snooze) return new Refusal('alert_group.not_snoozed');
    const draft = new Draft(state, context);
    const { groupId, snooze: before } = state;
    draft.add({ type: 'AlertGroupUnsnoozed', data: { groupId, holder: before.from } });
    if (before.from) planTimeout(draft);
    else giveUp(draft, state, 'unsnoozed');
    return draft;
  }),

  RenewAcknowledgement: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    if (state.status !== 'acknowledged' || state.snooze) return new Refusal('alert_group.not_acknowledged');
    return renewAcknowledgement(state, context);
  }),

  TakeOverAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const draft = new Draft(state, context);
    if (state.status === 'firing') {
      acknowledge(draft, holderOfActor(context));
      return draft;
    }
    if (isMine(state, context) && !state.snooze) return new Nothing({ holder: state.holder, since: state.since, mine: true });
    takeOver(draft, state.holder, holderOfActor(context));
    planTimeout(draft);
    return draft;
  }),

  ReassignAlertGroup: decideOnLeader((state, context, { personId }: { groupId: string; personId: string }) => {
    if (state.status === 'resolved') return refuseResolved(state);
    if (state.status === 'acknowledged' && state.snooze) return new Refusal('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    if (state.status === 'acknowledged' && personId === context.actor.id) {
      if (isMine(state, context)) return new Nothing({ holder: state.holder, since: state.since, mine: true });
      return acceptReassignment(state, context);
    }
    const refusal = reassign(draft, personId);
    if (refusal) return refusal;
    renew(draft);
    return draft;
  }),

  JoinAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    if (state.status !== 'acknowledged') return new Refusal('alert_group.not_acknowledged');
    if (isMine(state, context) || state.responders.includes(context.actor.id))
      return new Nothing({ holder: state.holder, since: state.since });
    const draft = new Draft(state, context);
    draft.add({ type: 'ResponderJoined', data: { groupId: state.groupId, personId: context.actor.id } });
    answerOwnPages(draft, context.actor.id, 'joined');
    return draft;
  }),

  EscalateAlertGroup: decideOnLeader((state, context) => {
    if (state.status === 'resolved') return refuseResolved(state);
    const draft = new Draft(state, context);
    return escalateNow(draft) ?? draft;
  }),
};
