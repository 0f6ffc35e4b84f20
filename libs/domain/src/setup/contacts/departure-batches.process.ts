import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { TellLeftBehind } from './commands.js';
import { firstPartOf } from '../people/shared/departure-parts.js';

type FirstDeparture = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'standsIn' | 'schedules' | 'replacementId' | 'more'>;
type DepartureReason = FactOf<'MoreLeftBehind'>['because'];

const continueBatches = (data: TellLeftBehind['data']): readonly TellLeftBehind[] => [{ type: 'TellLeftBehind', data }];

const continueAfterFirst =
  (because: DepartureReason) =>
  ({ data: { personId, standsIn = [], schedules = [], replacementId = null, more } }: { readonly data: FirstDeparture }) =>
    more ? continueBatches({ personId, because, replacementId, after: firstPartOf({ standsIn, schedules }).upTo }) : [];

/** A person left more assignments than one event lists: they are recorded in parts, each processed while the next is recorded. */
export const departureBatchesProcess: Process<RecordedFact> = {
  name: 'left-behind',
  on: {
    PersonDisabled: { then: continueAfterFirst('disabled') },
    PersonRoleChanged: { then: continueAfterFirst('observes') },
    MoreLeftBehind: {
      then: ({ data: { personId, because, replacementId, upTo, more } }) =>
        more ? continueBatches({ personId, because, replacementId, after: upTo }) : [],
    },
  },
};
