import type { Promises } from './cast.js';

export const respondersPutOnlyThemselvesOnCall: Promises = {
  'for somebody else it takes a manager': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana]);
    const times = { from: duty.at(0, '12:00'), to: duty.at(0, '13:00') };
    const coverOverrides = (personId: string) => [{ kind: 'replace' as const, personId, replacesId: duty.ana.personId, ...times }];
    const { api } = duty.bo;
    expect(await api.expectRefusal('AddOverrides', { scheduleId, overrides: coverOverrides(duty.cleo.personId) })).toMatchObject({
      status: 403,
      code: 'permission.denied',
    });
    await api.run('AddOverrides', { scheduleId, overrides: coverOverrides(duty.bo.personId) });
    const layers = (await api.row('schedules', scheduleId)).versions[0]!.layers;
    expect(await api.expectRefusal('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Asia/Tokyo', layers })).toMatchObject({
      status: 403,
    });
    await duty.until(times.from);
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
  },
};
