import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Promises } from './cast.js';

export const nightsGoToTheNightLayer: Promises = {
  'business hours page who has the day, by the clock of the schedule, and all else who has the night': async (duty) => {
    // no weekday is left out: which one the promise begins on is not its own to choose
    const restrictions = [{ weekdays: [], times: { from: '09:00', to: '17:00' } }];
    const anchor = duty.at(-1, '00:00');
    const day = layerOf({ anchor, turns: [duty.ana], priority: 1, restrictions });
    const night = layerOf({ anchor, turns: [duty.bo] });
    const scheduleId = await duty.createLayered([day, night], 'Asia/Tokyo');
    await duty.createPolicy([onDuty(scheduleId)]);
    const said: string[] = [];
    // Tokyo is nine hours ahead, and moves no clock
    for (const [days, time] of [
      [0, '23:59'],
      [1, '00:00'],
      [1, '07:59'],
      [1, '08:00'],
    ] as const) {
      await duty.until(duty.at(days, time));
      said.push(`${time} ${(await duty.pagedNames()).join()}`);
    }
    expect(said).toEqual(['23:59 Bo', '00:00 Ana', '07:59 Ana', '08:00 Bo']);
  },

  'a night that begins on a covered day is covered to its end': async (duty) => {
    const today = new Date(duty.at(1, '12:00')).getUTCDay() || 7;
    const restrictions = [{ weekdays: [today], times: { from: '20:00', to: '06:00' } }];
    const watch = layerOf({ anchor: duty.at(0, '09:00'), turns: [duty.cleo], priority: 1, restrictions });
    const scheduleId = await duty.createLayered([watch, layerOf({ anchor: duty.at(0, '09:00'), turns: [duty.dan] })]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const said: string[] = [];
    for (const [days, time] of [
      [1, '20:00'],
      [2, '05:59'],
      [2, '06:00'],
      [2, '20:00'],
    ] as const) {
      await duty.until(duty.at(days, time));
      said.push(`${time} ${(await duty.pagedNames()).join()}`);
    }
    expect(said).toEqual(['20:00 Cleo', '05:59 Cleo', '06:00 Dan', '20:00 Dan']);
  },
};
