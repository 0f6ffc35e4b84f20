import { inTheNight } from '@tocsin/testing/schedules/night.js';
import type { Promises } from './cast.js';

export const lowUrgencyWaitsForTheMorning: Promises = {
  'of whoever sleeps, where the policy says so': async (cast) => {
    const { stage, ana } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [ana] }]);
    const before = await cast.openGroup('warning');
    expect(await cast.namesOfPaged(before.id)).toEqual(['Ana']);
    const rings = ana.phone.pages.length;
    const timeZone = inTheNight(before.openedAt);
    await ana.api.run('ChangePersonTimeZone', { personId: ana.personId, timeZone });
    const { name, version, steps } = await ana.api.row('policies', policyId);
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps, lowWaits: true });
    const waitingGroup = await cast.openGroup('warning');
    const wakeInstant = waitingGroup.asleep![ana.personId]!;
    const seconds = (Date.parse(wakeInstant) - Date.parse(waitingGroup.openedAt)) / 1_000;
    await stage.advance(`PT${Math.floor(seconds) - 1}S`);
    expect(ana.phone.pages).toHaveLength(rings);
    await stage.advance('PT2S');
    expect(ana.phone.pages.slice(rings)).toMatchObject([{ number: waitingGroup.number, urgency: 'low' }]);
    expect((await stage.getLadder(waitingGroup.id)).pages).toMatchObject([{ waitsUntil: wakeInstant, state: 'delivered' }]);
  },

  'but no longer than its urgency is low': async (cast) => {
    const { stage, ana } = cast;
    const rings = ana.phone.pages.length;
    await cast.openGroup('critical');
    expect(ana.phone.pages.slice(rings)).toMatchObject([{ urgency: 'high' }]);
    await ana.api.run('ChangePersonTimeZone', { personId: ana.personId, timeZone: 'UTC' });
    await stage.settle();
  },
};
