import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './cast.js';

export const highUrgencyIgnoresMySleep: Promises = {
  'also by a policy whose low urgency waits for the morning': async (cast) => {
    const { stage, bo } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [bo] }]);
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: inTheNight(await stage.settle()) });
    const { name, version, steps } = await cast.ana.api.row('policies', policyId);
    await cast.ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps, lowWaits: true });
    const before = bo.ringCount;
    const low = await cast.openGroup('warning');
    expect([low.asleep?.[bo.personId] !== undefined, bo.ringCount - before]).toEqual([true, 0]);
    await cast.openGroup('critical');
    expect(bo.ringCount - before).toBe(1);
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: 'UTC' });
    await stage.setPolicy([{ page: [bo] }]);
  },
};
