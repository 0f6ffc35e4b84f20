import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Duty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;
let before: OnCallAnswer;
const onCallYesterday = async (duty: Duty): Promise<OnCallAnswer> => {
  const range = `from=${duty.at(0, '00:00')}&to=${duty.at(1, '10:00')}`;
  return (await duty.ana.api.request<OnCallAnswer>('GET', `/api/on-call?schedule=${scheduleId}&${range}`)).body;
};
/** The past part of the answer. */
const shiftsOf = ({ schedules: [one] }: OnCallAnswer) => one!.shifts!.map(({ personId, from, to }) => ({ personId, from, to }));

export const thePastIsReadOnly: Promises = {
  'no override, edit or temporary schedule reaches into it': async (duty) => {
    scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.until(duty.at(1, '10:00'));
    before = await onCallYesterday(duty);
    expect(shiftsOf(before).map(({ personId }) => duty.names([personId])[0])).toEqual(['Ana', 'Bo']);
    const { api, personId } = duty.ana;
    const pastInterval = { from: duty.at(0, '10:00'), to: duty.at(0, '20:00') };
    const cleo = duty.cleo.personId;
    const lateOverride = { scheduleId, overrides: [{ kind: 'replace' as const, personId: cleo, replacesId: personId, ...pastInterval }] };
    expect(await api.expectRefusal('AddOverrides', lateOverride)).toMatchObject({ code: 'schedule.override_over' });
    const temporary = { scheduleId, ...pastInterval, shifts: [{ personId: cleo, ...pastInterval }] };
    expect(await api.expectRefusal('AddTemporarySchedule', temporary)).toMatchObject({ code: 'schedule.temporary_over' });
    const tomorrow = duty.at(2, '09:00');
    await api.run('AddOverrides', { scheduleId, overrides: [{ kind: 'add', personId: cleo, from: pastInterval.from, to: tomorrow }] });
    const layers = [layerOf({ anchor: duty.at(-10, '09:00'), turns: [duty.dan] })];
    await api.run('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Asia/Tokyo', layers, effectiveFrom: pastInterval.from });
    expect(await onCallYesterday(duty)).toMatchObject({ schedules: [{ shifts: before.schedules[0]!.shifts }] });
    expect(await duty.onCall(scheduleId)).toEqual(['Cleo', 'Dan']);
  },

  'a restart, deleted views and a deleted side store leave it as it was': async (duty) => {
    const { stage } = duty;
    await stage.settle();
    await stage.tocsin.stop();
    await stage.deleteViews();
    rmSync(join(stage.tocsin.data, 'side'), { recursive: true });
    await stage.restart();
    await stage.settle();
    await duty.signInAgain();
    expect(shiftsOf(await onCallYesterday(duty))).toEqual(shiftsOf(before));
  },

  'nor does removing the schedule': async (duty) => {
    await duty.ana.api.run('RemoveSchedule', { teamId: duty.stage.setUpAnswer.teamId, scheduleId });
    expect(shiftsOf(await onCallYesterday(duty))).toEqual(shiftsOf(before));
  },
};
