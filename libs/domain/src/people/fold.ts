import type { PeopleFact, PersonRow } from '@tocsin/contracts/people.js';
import { evolveOf } from '../rules/row-fold.js';
import type { PeopleState } from './state.js';
import { personFold } from './views.js';

const evolveRows = evolveOf<PeopleState, PersonRow, PeopleFact>(
  personFold,
  (state, id) => state.get(id),
  (state, id, row) => state.with(id, row),
);

export const evolvePeople: typeof evolveRows = {
  ...evolveRows,
  PersonInvited: (state, data, when) => {
    const before = state.get(data.personId)?.invitedInto ?? [];
    const next = evolveRows.PersonInvited(state, data, when);
    const row = next.get(data.personId);
    const invitedInto = [...new Set([...before, ...(data.teams ?? []).map(({ teamId }) => teamId)])];
    return row && invitedInto.length > 0 ? next.with(row.id, { ...row, invitedInto }) : next;
  },
};
