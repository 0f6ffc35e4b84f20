import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Promises } from './cast.js';

export const ofTwoEditsTheSecondSeesTheFirst: Promises = {
  'one of two edits of the same version is a conflict, and the other one stands': async (duty) => {
    const { api } = duty.ana;
    const scheduleId = await duty.schedule([duty.ana]);
    const edit = (turns: Parameters<typeof layerOf>[0]['turns']) => ({
      scheduleId,
      version: 1,
      timeZone: 'UTC',
      layers: [layerOf({ anchor: duty.at(0, '09:00'), turns })],
    });
    await api.run('ChangeSchedule', edit([duty.bo]));
    expect(await api.expectRefusal('ChangeSchedule', edit([duty.cleo]))).toMatchObject({ status: 409, code: 'conflict.revision' });
    expect(await duty.onCall(scheduleId)).toEqual(['Bo']);
    await api.run('ChangeSchedule', { ...edit([duty.cleo]), version: 2 });
    expect(await duty.onCall(scheduleId)).toEqual(['Cleo']);
  },

  'two who take it at once are both answered, and one of them is on call': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana]);
    await Promise.all([duty.bo, duty.cleo].map(({ api }) => api.run('TakeOnCall', { scheduleId })));
    const onCall = await duty.onCall(scheduleId);
    expect([['Bo'], ['Cleo']]).toContainEqual(onCall);
  },
};
