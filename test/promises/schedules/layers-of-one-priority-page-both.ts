import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Promises } from './cast.js';

export const layersOfOnePriorityPageBoth: Promises = {
  'a higher one replaces them, and nobody in its turn falls through to them': async (duty) => {
    const anchor = duty.at(0, '09:00');
    const bothLayers = [layerOf({ anchor, turns: [duty.ana, duty.bo] }), layerOf({ anchor, turns: [duty.cleo] })];
    const above = layerOf({ anchor, turns: [null, duty.dan], priority: 1 });
    const scheduleId = await duty.createLayered([...bothLayers, above]);
    await duty.createPolicy([onDuty(scheduleId)]);
    expect(await duty.pagedNames()).toEqual(['Ana', 'Cleo']);
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Dan']);
  },

  'who is in both is paged once': async (duty) => {
    const anchor = duty.at(1, '09:00');
    const scheduleId = await duty.createLayered([layerOf({ anchor, turns: [duty.bo] }), layerOf({ anchor, turns: [duty.bo, duty.ana] })]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const before = duty.bo.ringCount;
    expect(await duty.pagedNames()).toEqual(['Bo']);
    expect(duty.bo.ringCount).toBe(before + 1);
  },
};
