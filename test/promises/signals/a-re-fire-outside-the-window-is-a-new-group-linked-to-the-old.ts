import type { Promises } from './cast.js';

const key = { groupKey: '{}:{cluster="flapping"}' };
const flappingCondition = (startsAt: string) => [{ name: 'Flapping', startsAt }];

export const aReFireOutsideTheWindowIsANewGroupLinkedToTheOld: Promises = {
  'ten minutes after its end it is still the same group, and rings who had it': async (cast) => {
    const { stage, bo } = cast;
    await stage.alertmanager('firing', flappingCondition('2026-01-01T03:00:00Z'), key);
    const { id: groupId } = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.alertmanager('resolved', flappingCondition('2026-01-01T03:00:00Z'), key);
    await stage.advance('PT10M');
    expect(await cast.countRings(() => stage.alertmanager('firing', flappingCondition('2026-01-01T04:00:00Z'), key))).toEqual([0, 1]);
    expect(await cast.getLastGroup()).toMatchObject({ id: groupId, status: 'firing', opening: 2 });
  },

  'a second later it is a new one, linked to the old, and pages from step 1': async (cast) => {
    const { stage, ana, bo } = cast;
    const oldGroup = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: oldGroup.id });
    await stage.alertmanager('resolved', flappingCondition('2026-01-01T04:00:00Z'), key);
    await stage.advance('PT10M1S');
    expect(await cast.countRings(() => stage.alertmanager('firing', flappingCondition('2026-01-01T05:00:00Z'), key))).toEqual([1, 0]);
    const newGroup = await cast.getLastGroup();
    expect(newGroup).toMatchObject({
      number: oldGroup.number + 1,
      status: 'firing',
      opening: 1,
      previousGroupId: oldGroup.id,
      holder: null,
    });
    expect(ana.phone.pages.at(-1)).toMatchObject({ number: newGroup.number, cause: { kind: 'escalation', step: 1 } });
    expect(await stage.getGroup(oldGroup.number)).toMatchObject({ status: 'resolved', opening: 2 });
  },
};
