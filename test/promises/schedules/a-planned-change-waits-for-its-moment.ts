import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import { onDuty, type Duty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;
const layersOf = (duty: Duty): LayerSetting[] => [layerOf({ anchor: duty.at(0, '09:00'), turns: [duty.cleo] })];
const countChanges = async (duty: Duty, effectiveFrom: string): Promise<number> => {
  const { version } = await duty.ana.api.row('schedules', scheduleId);
  await duty.ana.api.run('ChangeSchedule', { scheduleId, version, timeZone: 'UTC', layers: layersOf(duty), effectiveFrom });
  return version + 1;
};

export const aPlannedChangeWaitsForItsMoment: Promises = {
  'withdrawn before it, it changes nothing': async (duty) => {
    scheduleId = await duty.schedule([duty.ana]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const version = await countChanges(duty, duty.at(0, '12:00'));
    expect(await duty.onCall(scheduleId, duty.at(0, '12:00'))).toEqual(['Cleo']);
    await duty.ana.api.run('WithdrawScheduleChange', { scheduleId, version });
    await duty.until(duty.at(0, '12:00'));
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },

  'it counts from its moment on': async (duty) => {
    const version = await countChanges(duty, duty.at(0, '15:00'));
    await duty.until(duty.at(0, '14:59'));
    expect(await duty.pagedNames()).toEqual(['Ana']);
    await duty.until(duty.at(0, '15:00'));
    expect(await duty.pagedNames()).toEqual(['Cleo']);
    expect(await duty.ana.api.expectRefusal('WithdrawScheduleChange', { scheduleId, version })).toMatchObject({
      code: 'schedule.version_not_planned',
    });
  },
};
