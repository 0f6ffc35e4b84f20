import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Promises } from './cast.js';

export const whatIsWrongIsSaidAtItsField: Promises = {
  'an observer can’t stand in a rotation, and nothing is saved': async (duty) => {
    const { api } = duty.ana;
    const eyes = await duty.addPlayer(`Oda`, 'observer');
    const scheduleId = await duty.schedule([duty.ana]);
    const head = await duty.stage.getHead();
    const layers = [layerOf({ anchor: duty.at(0, '09:00'), turns: [duty.ana, eyes] })];
    expect(await api.expectRefusal('ChangeSchedule', { scheduleId, version: 1, timeZone: 'UTC', layers })).toMatchObject({
      code: 'person.observes',
      errors: [{ path: 'layers.0.rotation.slots.1.people.0' }],
    });
    expect(await duty.stage.getHead()).toBe(head);
  },

  'nor can anything else be that leaves nobody, or no time': async (duty) => {
    const { api } = duty.ana;
    const { teamId } = duty.stage.setUpAnswer;
    const validLayer = layerOf({ anchor: duty.at(0, '09:00'), turns: [duty.ana] });
    const refusalOf = async (timeZone: string, layer: LayerSetting) => {
      const { code, errors } = await api.expectRefusal('CreateSchedule', { teamId, name: 'Wrong', timeZone, layers: [layer] });
      return [code, errors?.[0]?.path];
    };
    expect(await refusalOf('Europe/Atlantis', validLayer)).toEqual(['schedule.zone_unknown', 'timeZone']);
    const ofNobody = layerOf({ anchor: duty.at(0, '09:00'), turns: [null] });
    expect(await refusalOf('UTC', ofNobody)).toEqual(['schedule.rotation_of_nobody', 'layers.0.rotation.slots']);
    const impossibleLayer = { ...validLayer, restrictions: [{ weekdays: [], times: { from: '09:00', to: '09:00' } }] };
    expect(await refusalOf('UTC', impossibleLayer)).toEqual(['schedule.restriction_leaves_nothing', 'layers.0.restrictions.0.times']);
  },
};
