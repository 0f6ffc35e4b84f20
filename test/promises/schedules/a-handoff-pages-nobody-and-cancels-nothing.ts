import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const aHandoffPagesNobodyAndCancelsNothing: Promises = {
  'whoever is being paged goes on being paged, and whoever comes on call is paged by the next step': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.createPolicy([onDuty(scheduleId)], [onDuty(scheduleId)]);
    await duty.until(duty.at(1, '08:58'));
    expect(await duty.fireAlert()).toEqual(['Ana']);
    const { id: groupId } = await duty.newest();
    expect(await duty.namesPagedDuring(() => duty.until(duty.at(1, '09:01')))).toEqual([]);
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
    expect(await duty.stage.pagesOf(groupId, duty.ana)).toMatchObject([{ reason: null }]);
    expect(await duty.namesPagedDuring(() => duty.until(duty.at(1, '09:03')))).toEqual(['Bo']);
  },
};
