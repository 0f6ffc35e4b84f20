import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Promises } from './keep.js';

export const layersOfOnePriorityPageBoth: Promises = {
  'a higher one replaces them, and nobody in its turn falls through to them': async (duty) => {
    const anchor = duty.at(0, '09:00');
    const both = [layerOf({ anchor, turns: [duty.ana, duty.bo] }), layerOf({ anchor, turns: [duty.cleo] })];
    const above = layerOf({ anchor, turns: [null, duty.dan], priority: 1 });
    const scheduleId = await duty.createLayered([...both, above]);
    await duty.createPolicy([onDuty(scheduleId)]);
    expect(await duty.pagedNames()).toEqual(['Ana', 'Cleo']);
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.pagedNames()).toEqual(['Dan']);
  },

  'who is in both is paged once': async (duty) => {
    const anchor = duty.at(1, '09:00');
    const scheduleId = await duty.createLayered([layerOf({ anchor, turns: [duty.bo] }), layerOf({ anchor, turns: [duty.bo, duty.ana] })]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const before = duty.bo.rang;
    expect(await duty.pagedNames()).toEqual(['Bo']);
    expect(duty.bo.rang).toBe(before + 1);
  },
};
