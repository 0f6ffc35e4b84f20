import type { Promises } from './cast.js';

const key = { groupKey: '{}:{cluster="rising"}' };
const mildCondition = { name: 'Rising', severity: 'warning' };
const graveCondition = { name: 'Rising', instance: 'db-2', severity: 'critical' };

export const urgencyRisesAndNeverSinksWhileOpen: Promises = {
  'it is the highest of its alerts, as soon as one rises': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [mildCondition], key);
    expect(await cast.getLastGroup()).toMatchObject({ urgency: 'low' });
    await stage.alertmanager('firing', [mildCondition, graveCondition], key);
    expect(await cast.getLastGroup()).toMatchObject({ urgency: 'high', firing: 2 });
  },

  'it stays when the gravest alert ends, or is said to be milder': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [mildCondition, { ...graveCondition, severity: 'info' }], key);
    expect(await cast.getLastGroup()).toMatchObject({ urgency: 'high', firing: 2 });
    await stage.alertmanager('firing', [mildCondition, { ...graveCondition, resolved: true }], key);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', urgency: 'high', firing: 1 });
    // it climbs on as a group of high urgency
    expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([0, 1]);
  },

  'and through an acknowledgement; a new opening begins with what fires then': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.alertmanager('firing', [mildCondition], key);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', urgency: 'high' });
    await stage.alertmanager('resolved', [mildCondition], key);
    await stage.alertmanager('firing', [{ ...mildCondition, startsAt: '2026-01-01T05:00:00Z' }], key);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', opening: 2, urgency: 'low' });
  },
};
