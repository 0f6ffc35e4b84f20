import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TellLeftBehind } from '../contacts/commands.js';
import { firstPart } from './shared/left.js';

type First = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'holds' | 'paged' | 'standsIn' | 'schedules' | 'replacementId' | 'more'>;
type Because = FactOf<'MoreLeftBehind'>['because'];

const goOn = (data: TellLeftBehind['data']): readonly TellLeftBehind[] => [{ type: 'TellLeftBehind', data }];

const afterFirst =
  (because: Because) =>
  ({ data: { personId, holds = [], paged = [], standsIn = [], schedules = [], replacementId = null, more } }: { readonly data: First }) =>
    more ? goOn({ personId, because, replacementId, after: firstPart({ holds, paged, standsIn, schedules }).upTo }) : [];

/** A person left more assignments than one event lists: they are recorded in parts, each processed while the next is recorded. */
export const leftBehindProcess: Process<RecordedFact> = {
  name: 'left-behind',
  on: {
    PersonDisabled: { then: afterFirst('disabled') },
    PersonRoleChanged: { then: afterFirst('observes') },
    MoreLeftBehind: {
      then: ({ data: { personId, because, replacementId, upTo, more } }) =>
        more ? goOn({ personId, because, replacementId, after: upTo }) : [],
    },
  },
};
