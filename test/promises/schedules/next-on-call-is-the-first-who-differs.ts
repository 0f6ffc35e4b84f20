import type { Target } from '@tocsin/contracts/policies/noun.js';
import type { Promises } from './cast.js';

const toNextTarget = (scheduleId: string): Target => ({ kind: 'next_on_call', scheduleId });

export const nextOnCallIsTheFirstWhoDiffers: Promises = {
  'shifts of the same person in a row are passed over': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.ana, duty.bo, duty.cleo]);
    await duty.createPolicy([toNextTarget(scheduleId)]);
    expect(await duty.pagedNames()).toEqual(['Bo']);
    await duty.until(duty.at(2, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Cleo']);
  },

  'it follows an override that is still to come': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo], { anchor: duty.at(2, '09:00') });
    await duty.createPolicy([toNextTarget(scheduleId)]);
    const times = { from: duty.at(3, '09:00'), to: duty.at(4, '09:00') };
    const cover = { kind: 'replace' as const, personId: duty.dan.personId, replacesId: duty.bo.personId, ...times };
    await duty.ana.api.run('AddOverrides', { scheduleId, overrides: [cover] });
    expect(await duty.pagedNames()).toEqual(['Dan']);
  },
};
