import type { Promises } from './keep.js';

const key = { groupKey: '{}:{cluster="flapping"}' };
const flapping = (startsAt: string) => [{ name: 'Flapping', startsAt }];

export const aReFireOutsideTheWindowIsANewGroupLinkedToTheOld: Promises = {
  'ten minutes after its end it is still the same group, and rings who had it': async (cast) => {
    const { stage, bo } = cast;
    await stage.alertmanager('firing', flapping('2026-01-01T03:00:00Z'), key);
    const { id: groupId } = await cast.last();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.alertmanager('resolved', flapping('2026-01-01T03:00:00Z'), key);
    await stage.advance('PT10M');
    expect(await cast.rings(() => stage.alertmanager('firing', flapping('2026-01-01T04:00:00Z'), key))).toEqual([0, 1]);
    expect(await cast.last()).toMatchObject({ id: groupId, status: 'firing', opening: 2 });
  },

  'a second later it is a new one, linked to the old, and pages from step 1': async (cast) => {
    const { stage, ana, bo } = cast;
    const old = await cast.last();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: old.id });
    await stage.alertmanager('resolved', flapping('2026-01-01T04:00:00Z'), key);
    await stage.advance('PT10M1S');
    expect(await cast.rings(() => stage.alertmanager('firing', flapping('2026-01-01T05:00:00Z'), key))).toEqual([1, 0]);
    const fresh = await cast.last();
    expect(fresh).toMatchObject({ number: old.number + 1, status: 'firing', opening: 1, previousGroupId: old.id, holder: null });
    expect(ana.phone.pages.at(-1)).toMatchObject({ number: fresh.number, cause: { kind: 'escalation', step: 1 } });
    expect(await stage.group(old.number)).toMatchObject({ status: 'resolved', opening: 2 });
  },
};
