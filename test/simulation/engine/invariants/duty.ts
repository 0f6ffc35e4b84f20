import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { onCallNow } from '@tocsin/domain/schedules/shared/on-call-now.js';
import { dutyRecords, idsOf } from '../../duty-records.js';
import type { Invariant, Witness } from './invariant.js';

/** Everything due has been recorded by now: the recorded people on call are those by the rules. */
const notRecorded = ({ memory, installation: { scheduler } }: Witness): readonly string[] =>
  [...memory.rows<ScheduleRow>('schedules').all()].flatMap((row) => {
    const now = new Date(scheduler.now).toISOString();
    const shown = memory.rows<OnCallRow>('onCall').get(row.id);
    const isDue = shown?.nextAt !== null && shown?.nextAt !== undefined && shown.nextAt <= now;
    const [recorded, computed] = [idsOf(shown?.people ?? []), idsOf(onCallNow(row, now))];
    return isDue || recorded === computed ? [] : [`${recorded || 'nobody'} is recorded to be on call, where ${computed || 'nobody'} is`];
  });

/** Steps page the person who is on call by the records; the records are in order, and page no one. */
export const duty = (): Invariant => {
  const records = dutyRecords();
  return {
    before: records.sees,
    atEnd: (witness) => {
      // with wrong clocks, instants of different machines can’t be compared
      const isPlain = witness.installation.profile.clockStepEvery === 0;
      return isPlain ? [...records.wronglyPaged(), ...notRecorded(witness)] : [];
    },
  };
};
