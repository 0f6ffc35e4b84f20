import type { Promises } from './keep.js';

const key = { groupKey: '{}:{cluster="rising"}' };
const mild = { name: 'Rising', severity: 'warning' };
const grave = { name: 'Rising', instance: 'db-2', severity: 'critical' };

export const urgencyRisesAndNeverSinksWhileOpen: Promises = {
  'it is the highest of its alerts, as soon as one rises': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [mild], key);
    expect(await cast.last()).toMatchObject({ urgency: 'low' });
    await stage.alertmanager('firing', [mild, grave], key);
    expect(await cast.last()).toMatchObject({ urgency: 'high', firing: 2 });
  },

  'it stays when the gravest alert ends, or is said to be milder': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [mild, { ...grave, severity: 'info' }], key);
    expect(await cast.last()).toMatchObject({ urgency: 'high', firing: 2 });
    await stage.alertmanager('firing', [mild, { ...grave, resolved: true }], key);
    expect(await cast.last()).toMatchObject({ status: 'firing', urgency: 'high', firing: 1 });
    // it climbs on as a group of high urgency
    expect(await cast.rings(() => stage.advance('PT5M'))).toEqual([0, 1]);
  },

  'and through an acknowledgement; a new opening begins with what fires then': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.last();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.alertmanager('firing', [mild], key);
    expect(await stage.group(number)).toMatchObject({ status: 'acknowledged', urgency: 'high' });
    await stage.alertmanager('resolved', [mild], key);
    await stage.alertmanager('firing', [{ ...mild, startsAt: '2026-01-01T05:00:00Z' }], key);
    expect(await stage.group(number)).toMatchObject({ status: 'firing', opening: 2, urgency: 'low' });
  },
};
