import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { isDeep } from '@tocsin/testing/tier.js';
import type { Promises } from './cast.js';

const scheduleCount = isDeep ? 1_000 : 40;

export const manyHandoffsAtOneInstantMakeNothingLate: Promises = {
  'a step that is due in that instant is taken before they are recorded, and all of them are recorded': async (duty) => {
    const { api } = duty.ana;
    const scheduleId = await duty.schedule([duty.ana, duty.bo]);
    const { teamId } = duty.stage.setUpAnswer;
    const { layers } = (await api.row('schedules', scheduleId)).versions[0]!;
    const ids = [scheduleId];
    for (let n = 1; n < scheduleCount; n += 1) {
      const { says } = await api.run('CreateSchedule', { teamId, name: `One of many ${n}`, timeZone: 'UTC', layers });
      ids.push(String(says['scheduleId']));
    }
    await duty.createPolicy([duty.cleo], [onDuty(scheduleId)]);
    await duty.until(duty.at(1, '08:55'));
    expect(await duty.fireAlert()).toEqual(['Cleo']);
    expect(await duty.namesPagedDuring(() => duty.until(duty.at(1, '09:00')))).toEqual(['Bo']);
    const { id } = await duty.newest();
    const takenStep = (await duty.stage.getTimeline(id)).findLast(({ type }) => type === 'EscalationStepTaken')!;
    const ordinals: number[] = [];
    for (const one of ids) {
      const events = (await api.events(`schedule-${one}`)) as unknown as readonly RecordedOf<'OnCallChanged'>[];
      const changeEvents = events.filter(({ type, data }) => type === 'OnCallChanged' && data.effectiveAt === duty.at(1, '09:00'));
      ordinals.push(...changeEvents.map(({ ordinal }) => ordinal));
    }
    expect(ordinals).toHaveLength(scheduleCount);
    expect(Math.min(...ordinals)).toBeGreaterThan(takenStep.ordinal);
  },
};
