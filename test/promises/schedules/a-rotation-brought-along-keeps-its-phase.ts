import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const aRotationBroughtAlongKeepsItsPhase: Promises = {
  'turns are counted from an anchor that lies before the schedule was made': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo, duty.cleo], { anchor: duty.at(-5, '09:00') });
    await duty.createPolicy([onDuty(scheduleId)]);
    // the sixth turn, of three people
    expect(await duty.pagedNames()).toEqual(['Cleo']);
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },

  'and nobody is said to have been on call before it was made': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo], { anchor: duty.at(-30, '09:00') });
    expect(await duty.onCall(scheduleId, duty.at(-3, '12:00'))).toEqual([]);
  },
};
