import { Draft } from '../draft.js';
import { decideAct } from './act.js';
import { renew } from './timeout.js';

export const noteActs = {
  AddNote: decideAct((state, context, { text }: { groupId: string; text: string }) => {
    const draft = new Draft(state, context);
    draft.add({ type: 'NoteAdded', data: { groupId: state.groupId, text } });
    renew(draft);
    return draft;
  }),
};
