import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { LeaveSchedule } from './decide-departure.js';

type Departure = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'replacementId' | 'schedules'>;

const removeFromSchedules = {
  then: ({
    data: { personId, replacementId = null, schedules = [] },
  }: {
    readonly data: Departure;
  }): readonly (LeaveSchedule & { readonly inParts: true })[] =>
    schedules.map((scheduleId) => ({ type: 'LeaveSchedule', data: { scheduleId, personId, replacementId }, inParts: true })),
};

/** A person left: removes or replaces them in each schedule that puts them on call. */
export const scheduleDepartureProcess: Process<RecordedFact> = {
  name: 'leaving-schedules',
  on: { PersonDisabled: removeFromSchedules, PersonRoleChanged: removeFromSchedules, MoreLeftBehind: removeFromSchedules },
};
