import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { LeaveSchedule } from './decide-leaving.js';

type Left = Pick<FactOf<'PersonRoleChanged'>, 'personId' | 'replacementId' | 'schedules'>;

const leaves = {
  then: ({
    data: { personId, replacementId = null, schedules = [] },
  }: {
    readonly data: Left;
  }): readonly (LeaveSchedule & { readonly inParts: true })[] =>
    schedules.map((scheduleId) => ({ type: 'LeaveSchedule', data: { scheduleId, personId, replacementId }, inParts: true })),
};

/** A person left: removes or replaces them in each schedule that puts them on call. */
export const leavingSchedulesProcess: Process<RecordedFact> = {
  name: 'leaving-schedules',
  on: { PersonDisabled: leaves, PersonRoleChanged: leaves, MoreLeftBehind: leaves },
};
