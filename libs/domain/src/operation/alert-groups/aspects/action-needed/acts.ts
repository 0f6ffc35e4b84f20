import type { ActionNeededAnswer } from '@tocsin/contracts/alert-groups/action-needed.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { decideAct } from '../../acts/act.js';
import { Draft } from '../../draft.js';

/** The answer of a person who was there, which they can change until the group is reopened. */
export const actionNeededActs = {
  AnswerActionNeeded: decideAct((state, context, { answer }: { groupId: string; answer: ActionNeededAnswer }) => {
    const { groupId, opening, wasThere, actionNeeded } = state;
    const { id } = context.actor;
    if (state.status !== 'resolved') return new Refusal('alert_group.not_resolved');
    if (!wasThere.includes(id)) return new Refusal('alert_group.was_not_there');
    if (actionNeeded[id] === answer) return new Nothing();
    const draft = new Draft(state, context);
    draft.add({ type: 'ActionNeededAnswered', data: { groupId, opening, answer } });
    return draft;
  }),
};
