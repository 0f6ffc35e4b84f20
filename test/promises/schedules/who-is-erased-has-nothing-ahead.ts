import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import type { Promises } from './cast.js';

let frank: Player;
let scheduleId: string;

export const whoIsErasedHasNothingAhead: Promises = {
  'what was ahead of them stands under the name of whoever takes their place': async (duty) => {
    const { api } = duty.ana;
    frank = await duty.addPlayer('Frank');
    const { personId } = frank;
    scheduleId = await duty.schedule([duty.ana, frank]);
    const addOverride = { kind: 'add', personId, from: duty.at(2, '12:00'), to: duty.at(2, '13:00') } as const;
    await api.run('AddOverrides', { scheduleId, overrides: [addOverride] });
    const [from, noon, to] = [duty.at(4, '09:00'), duty.at(4, '12:00'), duty.at(5, '09:00')];
    await api.run('AddTemporarySchedule', { scheduleId, from, to, shifts: [{ personId, from, to: noon }], fallback: [personId] });
    const plannedLayers = [layerOf({ anchor: duty.at(6, '09:00'), turns: [frank] })];
    await api.run('ChangeSchedule', { scheduleId, version: 1, timeZone: 'UTC', layers: plannedLayers, effectiveFrom: duty.at(6, '09:00') });
    await frank.api.run('AskForCover', { scheduleId, from: duty.at(1, '12:00'), to: duty.at(1, '18:00'), offeredTo: [duty.dan.personId] });
    await duty.createPolicy([onDuty(scheduleId)]);

    await api.run('DisablePerson', { personId, replacementId: duty.cleo.personId });
    await duty.stage.settle();
    await api.prove();
    await api.run('ErasePerson', { personId });
    const row = await api.row('schedules', scheduleId);
    expect(JSON.stringify(row)).not.toContain(personId);
    expect((await api.row('coverRequests', scheduleId)).requests.map(({ state }) => state)).toEqual(['withdrawn']);
  },

  'who is paged then is whoever took their place: in a turn, an override, a temporary schedule, a version that was planned': async (
    duty,
  ) => {
    const moments = [duty.at(1, '10:00'), duty.at(2, '12:30'), duty.at(4, '10:00'), duty.at(4, '15:00'), duty.at(6, '10:00')];
    const paged: (readonly string[])[] = [];
    for (const moment of moments) {
      await duty.until(moment);
      paged.push(await duty.pagedNames());
    }
    expect(paged).toEqual([['Cleo'], ['Ana', 'Cleo'], ['Cleo'], ['Cleo'], ['Cleo']]);
  },
};
