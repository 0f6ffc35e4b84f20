import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { onCallNow } from '@tocsin/domain/setup/schedules/shared/on-call-now.js';
import { createDutyChecker, idsOf } from '../../duty-checker.js';
import type { Invariant, Witness } from './invariant.js';

/** Everything due has been recorded by now: the recorded people on call are those by the rules. */
const findUnrecorded = ({ memory, installation: { scheduler } }: Witness): readonly string[] =>
  [...memory.rows<ScheduleRow>('schedules').all()].flatMap((row) => {
    const now = new Date(scheduler.now).toISOString();
    const recordedRow = memory.rows<OnCallRow>('onCall').get(row.id);
    const isDue = recordedRow?.nextAt !== null && recordedRow?.nextAt !== undefined && recordedRow.nextAt <= now;
    const [recordedIds, computedIds] = [idsOf(recordedRow?.people ?? []), idsOf(onCallNow(row, now))];
    return isDue || recordedIds === computedIds
      ? []
      : [`${recordedIds || 'nobody'} is recorded to be on call, where ${computedIds || 'nobody'} is`];
  });

/** Steps page the person who is on call by the records; the records are in order, and page no one. */
export const duty = (): Invariant => {
  const records = createDutyChecker();
  return {
    onEvent: records.onEvent,
    onEnd: (witness) => {
      // with wrong clocks, instants of different machines can’t be compared
      const isPlain = witness.installation.faultProfile.clockStepEvery === 0;
      return isPlain ? [...records.findWronglyPaged(), ...findUnrecorded(witness)] : [];
    },
  };
};
