import { tableOf } from '@tocsin/contracts/tables.js';
import { changeExisting, type Evolvers } from '../../evolve/evolver.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import type { ActionNeededPart } from './part.js';
import { actingPerson, personActTypes, withPresent } from './presence.js';

const addPresent = (state: ExistingGroup, personId: string | undefined): ExistingGroup => {
  const wasThere = withPresent(state.wasThere, personId);
  return wasThere === state.wasThere ? state : { ...state, wasThere };
};

/** A note that is added afterwards is no act in the opening. */
const acts = tableOf(personActTypes, (type) =>
  changeExisting<typeof type>((state, _data, { actor }) =>
    state.status !== 'resolved' || type === 'AlertGroupResolved' ? addPresent(state, actingPerson(actor)) : state,
  ),
) as Partial<Evolvers>;

/** Who was there in an opening, and whether they say that there was anything to do. Nothing is paged by it. */
export const actionNeeded: Aspect<ActionNeededPart, 'ActionNeededAnswered'> = {
  begin: () => ({ wasThere: [], actionNeeded: {} }),
  keep: ({ wasThere, actionNeeded: answers }) => ({ wasThere, actionNeeded: answers }),
  fold: {
    ActionNeededAnswered: changeExisting((state, { answer }, { actor }) => ({
      ...state,
      actionNeeded: { ...state.actionNeeded, [actor.id]: answer },
    })),
  },
  also: {
    ...acts,
    // a message that is sent afterwards says that it is over
    AttemptSent: changeExisting((state, { to }) => (state.status === 'resolved' ? state : addPresent(state, to.personId))),
    AlertGroupReopened: changeExisting((state, _data, { actor }) => ({
      ...state,
      wasThere: withPresent([], actingPerson(actor)),
      actionNeeded: {},
    })),
  },
  timers: () => [],
};
