import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './keep.js';

export const highUrgencyIgnoresMySleep: Promises = {
  'also by a policy whose low urgency waits for the morning': async (cast) => {
    const { stage, bo } = cast;
    const { teamId, policyId } = stage.made;
    await stage.policy([{ page: [bo] }]);
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: inTheNight(await stage.settle()) });
    const { name, version, steps } = await cast.ana.api.row('policies', policyId);
    await cast.ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps, lowWaits: true });
    const before = bo.rang;
    const low = await cast.opens('warning');
    expect([low.asleep?.[bo.personId] !== undefined, bo.rang - before]).toEqual([true, 0]);
    await cast.opens('critical');
    expect(bo.rang - before).toBe(1);
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: 'UTC' });
    await stage.policy([{ page: [bo] }]);
  },
};
