import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;
const removeEverybody = { kind: 'remove_everybody' as const, personId: null, replacesId: null };

export const anIntendedGapIsPlain: Promises = {
  'nobody of the schedule is paged in it, and the next step is taken at once': async (duty) => {
    scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.createPolicy([onDuty(scheduleId)], [duty.dan]);
    const overrides = [{ ...removeEverybody, from: duty.at(0, '12:00'), to: duty.at(0, '13:00') }];
    await duty.ana.api.run('AddOverrides', { scheduleId, overrides });
    await duty.until(duty.at(0, '12:00'));
    expect(await duty.pagedNames()).toEqual(['Dan']);
    await duty.until(duty.at(0, '13:00'));
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },

  'it is told apart from a gap that nobody meant': async (duty) => {
    const { version, versions } = await duty.ana.api.row('schedules', scheduleId);
    const layers = [{ ...versions[0]!.layers[0]!, restrictions: [{ weekdays: [], times: { from: '09:00', to: '22:00' } }] }];
    await duty.ana.api.run('ChangeSchedule', { scheduleId, version, timeZone: 'UTC', layers });
    const overrides = [{ ...removeEverybody, from: duty.at(0, '20:00'), to: duty.at(0, '21:00') }];
    await duty.ana.api.run('AddOverrides', { scheduleId, overrides });
    const range = `from=${duty.at(0, '14:00')}&to=${duty.at(1, '09:00')}`;
    const { body } = await duty.ana.api.request<ShiftsAnswer>('GET', `/api/schedules/${scheduleId}/shifts?${range}`);
    expect(body.gaps).toEqual([
      { from: duty.at(0, '20:00'), to: duty.at(0, '21:00'), intended: true },
      { from: duty.at(0, '22:00'), to: duty.at(1, '09:00'), intended: false },
    ]);
  },
};
