import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { decideAct } from '../../acts/act.js';
import { renew } from '../../acts/timeout.js';
import { Draft } from '../../draft.js';

/** Acts of people on the mark. */
export const noiseActs = {
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
