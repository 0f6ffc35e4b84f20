import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const aScheduleThatIsPagedStays: Promises = {
  'deleting it is refused while a policy points there, whether for who is on call or for who is next': async (duty) => {
    const { api } = duty.ana;
    const { teamId, policyId } = duty.stage.setUpAnswer;
    const scheduleId = await duty.schedule([duty.ana]);
    for (const target of [onDuty(scheduleId), { kind: 'next_on_call' as const, scheduleId }]) {
      await duty.createPolicy([duty.bo], [duty.bo, target]);
      const { code, inTheWay } = await api.expectRefusal('RemoveSchedule', { teamId, scheduleId });
      expect([code, inTheWay]).toEqual(['schedule.in_use', [expect.objectContaining({ kind: 'policy', id: policyId }) as unknown]]);
    }
    expect(await duty.onCall(scheduleId)).toEqual(['Ana']);
  },

  'once nothing points there it goes, and leaves every list': async (duty) => {
    const { api } = duty.ana;
    const { teamId } = duty.stage.setUpAnswer;
    await duty.createPolicy([duty.bo]);
    const remainingSchedule = (await api.list('schedules')).find(({ removed }) => !removed);
    await api.run('RemoveSchedule', { teamId, scheduleId: remainingSchedule!.id });
    const { body } = await api.request<{ schedules: readonly unknown[] }>('GET', '/api/on-call');
    expect(body.schedules).toEqual([]);
  },
};
