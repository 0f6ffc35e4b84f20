import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './cast.js';

export const supportHoursMakeTheRestOfTheWeekLow: Promises = {
  'outside them even what is critical is low, inside them it goes by severity': async (cast) => {
    const { stage, ana } = cast;
    const { teamId, serviceId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [ana] }]);
    const { openedAt } = await cast.openGroup('warning');
    const service = await ana.api.row('services', serviceId);
    const settings = { name: service.name, policyId: service.policyId, version: service.version };
    const office = { timeZone: inTheNight(openedAt), times: [{ weekdays: [], times: { from: '09:00', to: '17:00' } }] };
    const savedService = { ...settings, teamId, serviceId, urgencyRule: 'support_hours' as const };
    expect(await ana.api.expectRefusal('ChangeService', savedService)).toMatchObject({ code: 'service.support_hours_missing' });
    await ana.api.run('ChangeService', { ...savedService, supportHours: office });
    expect(await cast.openGroup('critical')).toMatchObject({ urgency: 'low' });

    const allHours = { timeZone: 'UTC', times: [{ weekdays: [] }] };
    await ana.api.run('ChangeService', { ...savedService, version: service.version + 1, supportHours: allHours });
    expect([(await cast.openGroup('critical')).urgency, (await cast.openGroup('warning')).urgency]).toEqual(['high', 'low']);
    await ana.api.run('ChangeService', { ...settings, teamId, serviceId, version: service.version + 2 });
    await stage.settle();
  },
};
