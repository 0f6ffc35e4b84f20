import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { Draft } from '../draft.js';
import { decideAct } from './act.js';
import { renew } from './timeout.js';

/** Notes. */
export const noteActs = {
  AddNote: decideAct((state, context, { text }: { groupId: string; text: string }) => {
    const draft = new Draft(state, context);
    draft.add({ type: 'NoteAdded', data: { groupId: state.groupId, text } });
    renew(draft);
    return draft;
  }),

  MarkAlertGroupAsNoise: decideAct((state, context, { reason }: { groupId: string; reason: string }) => {
    const { groupId, opening } = state;
    if (state.noise === opening) return new Nothing({ noise: true });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening, text: reason } });
    renew(draft);
    return draft;
  }),

  RemoveNoiseMark: decideAct((state, context) => {
    const { groupId, opening } = state;
    if (state.noise !== opening) return new Nothing({ noise: false });
    const draft = new Draft(state, context);
    draft.add({ type: 'AlertGroupNoiseMarkRemoved', data: { groupId, opening } });
    renew(draft);
    return draft;
  }),
};
