import { fanOutEvents, type FanOutFact } from '@tocsin/contracts/alert-groups/fan-outs.js';
import { namesOf, tableOf } from '@tocsin/contracts/tables.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { refusePermission, isSystem } from '../../../rules/permissions.js';
import type { GroupReads } from '../shared/reads.js';
import { listPart, type ListGroups } from './fan-out.js';
import { fanOuts } from './fan-outs.js';

/** Each part is a stream of its own, named after the event that led to it: so no part waits for another one. */
export const fanOutDecider: Decider<null, ListGroups, FanOutFact, GroupReads> = {
  category: 'fanOut',
  initial: null,
  streamId: { ListGroups: ({ cause }) => cause },
  decide: {
    ListGroups: ({ fanOut, ...data }, _state, context) =>
      isSystem(context) ? listPart(fanOuts[fanOut]!, data, context.reads) : refusePermission('Tocsin itself'),
  },
  evolve: tableOf(namesOf(fanOutEvents), () => (state: null) => state),
};
