import { limits } from '@tocsin/contracts/limits.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { between } from '@tocsin/kernel/time.js';
import { Draft } from '../draft.js';
import { escalateNow } from '../paging/escalate-now.js';
import { cancelPages } from '../paging/paging.js';
import { isRequestedOf, reassign, takeOver } from '../reassign.js';
import { answerToUndo } from '../undo.js';
import { accepted, acknowledge, acknowledgeToo, stillOnIt } from './acknowledge.js';
import { actOnLeader, alreadyResolved, isMine, me } from './act.js';
import { endOfSnooze, giveUp, snooze, type SnoozeEnd } from './snooze.js';
import { planTimeout, renew } from './timeout.js';

/** Acts that change the assignee. */
export const holdingActs = {
  AcknowledgeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status === 'acknowledged' && !state.snooze) {
      if (isRequestedOf(state, context.actor.id)) return accepted(state, context);
      if (!isMine(state, context)) return acknowledgeToo(state, context);
      // when asked “still on it?”, the holder presses the button that they know
      return state.timeout?.reminded ? stillOnIt(state, context) : new Nothing({ holder: state.holder, since: state.since, mine: true });
    }
    const draft = new Draft(state, context);
    acknowledge(draft, me(context));
    return draft;
  }),

  UnacknowledgeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged') return new Refused('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    giveUp(draft, state, 'unacknowledged');
    return draft;
  }),

  SnoozeAlertGroup: actOnLeader((state, context, data: { groupId: string } & SnoozeEnd) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const until = endOfSnooze(data, context.now);
    if (until <= context.now) return new Refused('alert_group.snooze_in_the_past', {}, 'until');
    const { urgency } = state;
    if (between(context.now, until) > limits.snooze[urgency])
      return new Refused('alert_group.snooze_too_long', { urgency, limit: urgency === 'high' ? '24 h' : '30 days' }, 'until');
    const draft = new Draft(state, context);
    snooze(draft, me(context), until);
    return draft;
  }),

  UnsnoozeAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const byLink = answerToUndo(state, context);
    if (byLink) return byLink;
    if (state.status !== 'acknowledged' || !state.snooze) return new Refused('alert_group.not_snoozed');
    const draft = new Draft(state, context);
    const { groupId, snooze: before } = state;
    draft.add({ type: 'AlertGroupUnsnoozed', data: { groupId, holder: before.from } });
    if (before.from) planTimeout(draft);
    else giveUp(draft, state, 'unsnoozed');
    return draft;
  }),

  RenewAcknowledgement: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status !== 'acknowledged' || state.snooze) return new Refused('alert_group.not_acknowledged');
    return stillOnIt(state, context);
  }),

  TakeOverAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    if (state.status === 'firing') {
      acknowledge(draft, me(context));
      return draft;
    }
    if (isMine(state, context) && !state.snooze) return new Nothing({ holder: state.holder, since: state.since, mine: true });
    takeOver(draft, state.holder, me(context));
    planTimeout(draft);
    return draft;
  }),

  ReassignAlertGroup: actOnLeader((state, context, { personId }: { groupId: string; personId: string }) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status === 'acknowledged' && state.snooze) return new Refused('alert_group.not_acknowledged');
    const draft = new Draft(state, context);
    if (state.status === 'acknowledged' && personId === context.actor.id) {
      if (isMine(state, context)) return new Nothing({ holder: state.holder, since: state.since, mine: true });
      return accepted(state, context);
    }
    const refused = reassign(draft, personId);
    if (refused) return refused;
    renew(draft);
    return draft;
  }),

  JoinAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    if (state.status !== 'acknowledged') return new Refused('alert_group.not_acknowledged');
    if (isMine(state, context) || state.responders.includes(context.actor.id))
      return new Nothing({ holder: state.holder, since: state.since });
    const draft = new Draft(state, context);
    draft.add({ type: 'ResponderJoined', data: { groupId: state.groupId, personId: context.actor.id } });
    cancelPages(draft, 'delivery.cancelled_by_answer', () => false, context.actor.id);
    return draft;
  }),

  EscalateAlertGroup: actOnLeader((state, context) => {
    if (state.status === 'resolved') return alreadyResolved(state);
    const draft = new Draft(state, context);
    return escalateNow(draft) ?? draft;
  }),
};
