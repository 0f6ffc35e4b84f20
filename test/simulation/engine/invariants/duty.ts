import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { onCallNow } from '@tocsin/domain/schedules/shared/on-call-now.js';
import { dutyRecords, idsOf } from '../../duty-records.js';
import type { Invariant, Witness } from './invariant.js';

/** By now all that was due has been recorded: who is on call by the records is who is so by the rules. */
const notRecorded = ({ memory, installation: { scheduler } }: Witness): readonly string[] =>
  [...memory.rows<ScheduleRow>('schedules').all()].flatMap((row) => {
    const now = new Date(scheduler.now).toISOString();
    const shown = memory.rows<OnCallRow>('onCall').get(row.id);
    const isDue = shown?.nextAt !== null && shown?.nextAt !== undefined && shown.nextAt <= now;
    const [recorded, computed] = [idsOf(shown?.people ?? []), idsOf(onCallNow(row, now))];
    return isDue || recorded === computed ? [] : [`${recorded || 'nobody'} is recorded to be on call, where ${computed || 'nobody'} is`];
  });

/** Whom steps page by schedules is who was on call by what is recorded; what is recorded is in order, and pages nobody. */
export const duty = (): Invariant => {
  const records = dutyRecords();
  return {
    before: records.sees,
    atEnd: (witness) => {
      // where clocks are wrong, an instant of one machine says nothing about another’s
      const isPlain = witness.installation.profile.clockStepEvery === 0;
      return isPlain ? [...records.wronglyPaged(), ...notRecorded(witness)] : [];
    },
  };
};
