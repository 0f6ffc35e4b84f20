import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './keep.js';

export const supportHoursMakeTheRestOfTheWeekLow: Promises = {
  'outside them even what is critical is low, inside them it goes by severity': async (cast) => {
    const { stage, ana } = cast;
    const { teamId, serviceId } = stage.made;
    await stage.policy([{ page: [ana] }]);
    const { openedAt } = await cast.opens('warning');
    const service = await ana.api.row('services', serviceId);
    const settings = { name: service.name, policyId: service.policyId, version: service.version };
    const office = { timeZone: inTheNight(openedAt), times: [{ weekdays: [], times: { from: '09:00', to: '17:00' } }] };
    const saved = { ...settings, teamId, serviceId, urgencyRule: 'support_hours' as const };
    expect(await ana.api.expectRefusal('ChangeService', saved)).toMatchObject({ code: 'service.support_hours_missing' });
    await ana.api.run('ChangeService', { ...saved, supportHours: office });
    expect(await cast.opens('critical')).toMatchObject({ urgency: 'low' });

    const always = { timeZone: 'UTC', times: [{ weekdays: [] }] };
    await ana.api.run('ChangeService', { ...saved, version: service.version + 1, supportHours: always });
    expect([(await cast.opens('critical')).urgency, (await cast.opens('warning')).urgency]).toEqual(['high', 'low']);
    await ana.api.run('ChangeService', { ...settings, teamId, serviceId, version: service.version + 2 });
    await stage.settle();
  },
};
