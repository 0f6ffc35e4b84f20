import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { layerOf } from '@tocsin/testing/schedules/on-stage.js';
import type { Promises } from './keep.js';

export const layersOfOnePriorityPageBoth: Promises = {
  'a higher one replaces them, and nobody in its turn falls through to them': async (duty) => {
    const anchor = duty.at(0, '09:00');
    const both = [layerOf({ anchor, turns: [duty.ana, duty.bo] }), layerOf({ anchor, turns: [duty.cleo] })];
    const above = layerOf({ anchor, turns: [null, duty.dan], priority: 1 });
    const scheduleId = await duty.layered([...both, above]);
    await duty.pages([onDuty(scheduleId)]);
    expect(await duty.paged()).toEqual(['Ana', 'Cleo']);
    await duty.until(duty.at(1, '10:00'));
    expect(await duty.paged()).toEqual(['Dan']);
  },

  'who is in both is paged once': async (duty) => {
    const anchor = duty.at(1, '09:00');
    const scheduleId = await duty.layered([layerOf({ anchor, turns: [duty.bo] }), layerOf({ anchor, turns: [duty.bo, duty.ana] })]);
    await duty.pages([onDuty(scheduleId)]);
    const before = duty.bo.rang;
    expect(await duty.paged()).toEqual(['Bo']);
    expect(duty.bo.rang).toBe(before + 1);
  },
};
