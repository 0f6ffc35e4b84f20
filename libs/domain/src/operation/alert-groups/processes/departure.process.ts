import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';

type Departure = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'holds' | 'paged'>;

const releaseGroups = ({ personId, holds = [], paged = [] }: Departure, reason: DeliveryReason): readonly InternalCommand[] => [
  ...holds.map((groupId): InternalCommand => ({ type: 'ReleaseHolder', data: { groupId, personId } })),
  ...paged.map((groupId): InternalCommand => ({ type: 'StopPaging', data: { groupId, personId, reason } })),
];

/**
 * A person who is disabled or made an observer can’t hold groups or be paged: groups they hold fire again, and pages
 * that wait for their answer go to others.
 */
export const groupDepartureProcess: Process<RecordedFact> = {
  name: 'leaving',
  // after their replacement is on call: a step that is taken again pages by schedules
  rank: 1,
  on: {
    PersonDisabled: { then: ({ data }) => releaseGroups(data, 'delivery.person_disabled') },
    PersonRoleChanged: { then: ({ data }) => releaseGroups(data, 'delivery.person_observes') },
    MoreLeftBehind: {
      then: ({ data }) => releaseGroups(data, data.because === 'observes' ? 'delivery.person_observes' : 'delivery.person_disabled'),
    },
  },
};
