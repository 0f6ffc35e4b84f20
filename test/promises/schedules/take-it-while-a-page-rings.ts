import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;

export const takeItWhileAPageRings: Promises = {
  'leaves the page that rings, and pages the taker for what comes after': async (duty) => {
    scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.createPolicy([onDuty(scheduleId)], [onDuty(scheduleId)]);
    expect(await duty.fireAlert()).toEqual(['Ana']);
    const { id: groupId } = await duty.newest();
    expect(await duty.namesPagedDuring(() => duty.cleo.api.run('TakeOnCall', { scheduleId }))).toEqual([]);
    // Ana’s page was not cancelled
    expect((await duty.stage.pagesOf(groupId, duty.ana)).map(({ reason }) => reason)).toEqual([null]);
    expect(await duty.onCall(scheduleId)).toEqual(['Cleo']);
    expect(await duty.fireAlert()).toEqual(['Cleo']);
  },

  'is followed by the next step of what rang before': async (duty) => {
    expect(await duty.namesPagedDuring(() => duty.stage.advance('PT5M'))).toEqual(['Cleo']);
    await duty.resolveOpenGroups();
  },

  'lasts until the end of the turn that was taken': async (duty) => {
    await duty.until(duty.at(1, '08:59'));
    expect(await duty.onCall(scheduleId)).toEqual(['Cleo']);
    await duty.until(duty.at(1, '09:00'));
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
  },

  'in a gap the taker is on call until somebody else comes on': async (duty) => {
    const inGap = await duty.schedule([duty.bo], { anchor: duty.at(2, '12:00') });
    await duty.dan.api.run('TakeOnCall', { scheduleId: inGap });
    expect(await duty.onCall(inGap)).toEqual(['Dan']);
    expect(await duty.onCall(inGap, duty.at(2, '11:59'))).toEqual(['Dan']);
    expect(await duty.onCall(inGap, duty.at(2, '12:00'))).toEqual(['Bo']);
  },

  'pages nobody by itself where the taker is on call already': async (duty) => {
    const head = await duty.stage.getHead();
    await duty.bo.api.run('TakeOnCall', { scheduleId });
    expect(await duty.stage.getHead()).toBe(head);
  },
};
