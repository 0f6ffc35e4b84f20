import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const aScheduleMovesWithItsTeam: Promises = {
  'whoever takes over its team has it, it hands off as before, and its past is there': async (duty) => {
    const { api } = duty.ana;
    const { teamId: toTeamId } = duty.stage.setUpAnswer;
    const teamId = crypto.randomUUID();
    await api.run('CreateTeam', { teamId, name: `Search ${duty.at(0, '10:00')}` });
    const { layers } = (await api.row('schedules', await duty.schedule([duty.ana, duty.bo]))).versions[0]!;
    const { says } = await api.run('CreateSchedule', { teamId, name: 'Search primary', timeZone: 'UTC', layers });
    const scheduleId = String(says['scheduleId']);
    await duty.stage.settle();
    await api.run('MoveAllToTeam', { teamId, toTeamId });
    await duty.stage.settle();
    expect(await api.row('schedules', scheduleId)).toMatchObject({ teamId: toTeamId, version: 1 });
    await duty.createPolicy([onDuty(scheduleId)]);
    expect(await duty.pagedNames()).toEqual(['Ana']);
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Bo']);
    expect(await duty.onCall(scheduleId, duty.at(0, '12:00'))).toEqual(['Ana']);
    await api.run('RemoveTeam', { teamId });
  },
};
