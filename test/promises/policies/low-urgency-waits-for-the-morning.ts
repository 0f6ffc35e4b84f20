import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './keep.js';

export const lowUrgencyWaitsForTheMorning: Promises = {
  'of whoever sleeps, where the policy says so': async (cast) => {
    const { stage, ana } = cast;
    const { teamId, policyId } = stage.made;
    await stage.policy([{ page: [ana] }]);
    const before = await cast.opens('warning');
    expect(await cast.called(before.id)).toEqual(['Ana']);
    const rings = ana.phone.pages.length;
    const timeZone = inTheNight(before.openedAt);
    await ana.api.run('ChangePersonTimeZone', { personId: ana.personId, timeZone });
    const { name, version, steps } = await ana.api.row('policies', policyId);
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps, lowWaits: true });
    const waiting = await cast.opens('warning');
    const morning = waiting.asleep![ana.personId]!;
    const seconds = (Date.parse(morning) - Date.parse(waiting.openedAt)) / 1_000;
    await stage.advance(`PT${Math.floor(seconds) - 1}S`);
    expect(ana.phone.pages).toHaveLength(rings);
    await stage.advance('PT2S');
    expect(ana.phone.pages.slice(rings)).toMatchObject([{ number: waiting.number, urgency: 'low' }]);
    expect((await stage.ladder(waiting.id)).pages).toMatchObject([{ waitsUntil: morning, state: 'delivered' }]);
  },

  'but no longer than its urgency is low': async (cast) => {
    const { stage, ana } = cast;
    const rings = ana.phone.pages.length;
    await cast.opens('critical');
    expect(ana.phone.pages.slice(rings)).toMatchObject([{ urgency: 'high' }]);
    await ana.api.run('ChangePersonTimeZone', { personId: ana.personId, timeZone: 'UTC' });
    await stage.settle();
  },
};
