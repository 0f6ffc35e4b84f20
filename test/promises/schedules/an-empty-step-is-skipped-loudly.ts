import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const anEmptyStepIsSkippedLoudly: Promises = {
  'where nobody is on call, the next step is taken in the same moment, and the timeline says so': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana], { anchor: duty.at(7, '09:00') });
    await duty.createPolicy([onDuty(scheduleId)], [duty.bo]);
    expect(await duty.fireAlert()).toEqual(['Bo']);
    const { id } = await duty.newest();
    const events = await duty.stage.getTimeline(id);
    const takenStep = events.filter((event): event is RecordedOf<'EscalationStepTaken'> => event.type === 'EscalationStepTaken');
    expect(takenStep.map(({ data: { step, empty } }) => [step, empty])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(takenStep[0]!.meta.at).toBe(takenStep[1]!.meta.at);
    expect((await duty.stage.getLadder(id)).rungs[0]).toMatchObject({ step: 1, empty: true });
  },

  'a schedule beside somebody who is there is no reason to skip': async (duty) => {
    await duty.resolveOpenGroups();
    const scheduleId = await duty.schedule([duty.ana], { anchor: duty.at(7, '09:00') });
    await duty.createPolicy([onDuty(scheduleId), duty.cleo], [duty.bo]);
    expect(await duty.pagedNames()).toEqual(['Cleo']);
  },

  'where nobody is on call in any step, the managers of the team are paged': async (duty) => {
    const scheduleId = await duty.schedule([duty.bo], { anchor: duty.at(7, '09:00') });
    await duty.createPolicy([onDuty(scheduleId)]);
    expect(await duty.pagedNames()).toEqual(['Ana']);
  },
};
