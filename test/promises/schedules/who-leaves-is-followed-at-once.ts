import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import type { Promises } from './cast.js';

let eve: Player;
let scheduleId: string;

export const whoLeavesIsFollowedAtOnce: Promises = {
  'disabling somebody who has a turn ahead asks for a replacement, or for gaps': async (duty) => {
    eve = await duty.addPlayer('Eve');
    scheduleId = await duty.schedule([eve, duty.bo, duty.cleo]);
    await duty.createPolicy([onDuty(scheduleId)]);
    expect(await duty.ana.api.expectRefusal('DisablePerson', { personId: eve.personId })).toMatchObject({
      code: 'person.stands',
      inTheWay: [{ kind: 'schedule', id: scheduleId }],
    });
  },

  'the rotation closes up, and the page that rang goes to whoever follows': async (duty) => {
    await duty.until(duty.at(0, '11:00'));
    expect(await duty.fireAlert()).toEqual(['Eve']);
    const { id: groupId } = await duty.newest();
    const rungPeople = await duty.namesPagedDuring(() => duty.ana.api.run('DisablePerson', { personId: eve.personId, leaveGaps: true }));
    expect(rungPeople).toEqual(['Bo']);
    expect(await duty.stage.pagesOf(groupId, eve)).toMatchObject([{ state: 'cancelled', reason: 'delivery.person_disabled' }]);
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
    await duty.resolveOpenGroups();
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Cleo']);
  },

  'erased, they stay in the past without a name': async (duty) => {
    const { ana } = duty;
    await ana.api.prove();
    await ana.api.run('ErasePerson', { personId: eve.personId });
    const { body } = await ana.api.request<{ names: Record<string, string> }>(
      'GET',
      `/api/on-call?schedule=${scheduleId}&from=${duty.at(0, '10:00')}&to=${duty.at(1, '10:00')}`,
    );
    expect(Object.keys(body.names)).toContain(eve.personId);
    expect(body.names[eve.personId]).not.toContain('Eve');
    expect(JSON.stringify(await ana.api.row('schedules', scheduleId))).not.toContain(eve.personId);
  },
};
