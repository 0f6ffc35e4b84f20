import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

type Override = CommandInput<'AddOverrides'>['overrides'][number];
let scheduleId: string;

export const aCoverCanBeCovered: Promises = {
  'each override acts on what those before it left': async (duty) => {
    scheduleId = await duty.schedule([duty.ana]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const toCover = (personId: string, replacesId: string, from: string, to: string): Override => ({
      kind: 'replace',
      personId,
      replacesId,
      from: duty.at(0, from),
      to: duty.at(0, to),
    });
    const { ana, bo, cleo } = duty;
    await ana.api.run('AddOverrides', { scheduleId, overrides: [toCover(bo.personId, ana.personId, '12:00', '16:00')] });
    await ana.api.run('AddOverrides', { scheduleId, overrides: [toCover(cleo.personId, bo.personId, '13:00', '14:00')] });
    const heardNames: string[] = [];
    for (const time of ['11:59', '12:00', '13:00', '14:00', '16:00']) {
      await duty.until(duty.at(0, time));
      heardNames.push(`${time} ${(await duty.pagedNames()).join()}`);
    }
    expect(heardNames).toEqual(['11:59 Ana', '12:00 Bo', '13:00 Cleo', '14:00 Bo', '16:00 Ana']);
  },

  'the earlier counts again when the later is deleted': async (duty) => {
    const { ana, bo, cleo } = duty;
    const [from, to] = [duty.at(0, '17:00'), duty.at(0, '20:00')];
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const toReplacement = (overrideId: string, personId: string): Override => ({
      overrideId,
      kind: 'replace',
      personId,
      replacesId: ana.personId,
      from,
      to,
    });
    await ana.api.run('AddOverrides', { scheduleId, overrides: [toReplacement(first, bo.personId)] });
    await ana.api.run('AddOverrides', { scheduleId, overrides: [toReplacement(second, cleo.personId)] });
    expect(await duty.onCall(scheduleId, from)).toEqual(['Cleo']);
    await ana.api.run('RemoveOverride', { scheduleId, overrideId: second });
    await duty.until(from);
    expect(await duty.pagedNames()).toEqual(['Bo']);
  },
};
