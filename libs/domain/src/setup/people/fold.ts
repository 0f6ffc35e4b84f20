import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { PeopleState } from './state.js';
import { personFold } from './views.js';

const evolveRows = evolveOf<PeopleState, PersonRow, PeopleFact>(
  personFold,
  (state, id) => state.get(id),
  (state, id, row) => state.with(id, row),
);

export const evolvePeople: typeof evolveRows = {
  ...evolveRows,
  PersonInvited: (state, data, factMeta) => {
    const before = state.get(data.personId)?.invitedInto ?? [];
    const next = evolveRows.PersonInvited(state, data, factMeta);
    const row = next.get(data.personId);
    const teamIds = [...new Set([...before, ...(data.teams ?? []).map(({ teamId }) => teamId)])];
    return row && teamIds.length > 0 ? next.with(row.id, { ...row, invitedInto: teamIds }) : next;
  },
};
