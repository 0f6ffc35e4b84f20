import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;

export const aTemporaryScheduleReplacesEverything: Promises = {
  'layers and overrides, while it lasts; its fallback is on call in its gaps': async (duty) => {
    scheduleId = await duty.schedule([duty.ana]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const times = { from: duty.at(0, '11:00'), to: duty.at(0, '19:00') };
    const addOverride = { kind: 'add' as const, personId: duty.dan.personId, ...times };
    await duty.ana.api.run('AddOverrides', { scheduleId, overrides: [addOverride] });
    await duty.ana.api.run('AddTemporarySchedule', {
      scheduleId,
      from: duty.at(0, '12:00'),
      to: duty.at(0, '18:00'),
      shifts: [{ personId: duty.bo.personId, from: duty.at(0, '12:00'), to: duty.at(0, '15:00') }],
      fallback: [duty.cleo.personId],
    });
    const said: string[] = [];
    for (const time of ['11:00', '12:00', '15:00', '18:00']) {
      await duty.until(duty.at(0, time));
      said.push(`${time} ${(await duty.pagedNames()).join('+')}`);
    }
    expect(said).toEqual(['11:00 Ana+Dan', '12:00 Bo', '15:00 Cleo', '18:00 Ana+Dan']);
  },

  'whoever takes it within one is on call in it': async (duty) => {
    await duty.ana.api.run('AddTemporarySchedule', {
      scheduleId,
      from: duty.at(1, '12:00'),
      to: duty.at(1, '18:00'),
      shifts: [{ personId: duty.bo.personId, from: duty.at(1, '12:00'), to: duty.at(1, '15:00') }],
    });
    await duty.until(duty.at(1, '13:00'));
    await duty.cleo.api.run('TakeOnCall', { scheduleId });
    expect(await duty.pagedNames()).toEqual(['Cleo']);
    await duty.until(duty.at(1, '18:00'));
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },
};
