import type { Promises } from '../signals/cast.js';

export const aResumeWaitsTenSeconds: Promises = {
  'what is given back pages after ten seconds, at the step that it had reached': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.openGroup();
    await stage.advance('PT5M');
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    await bo.api.run('UnacknowledgeAlertGroup', { groupId });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null, next: { step: 2 } });
    expect(await cast.countRings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    expect(await cast.countRings(() => stage.advance('PT0.001S'))).toEqual([0, 1]);
  },

  'so does a snooze that is ended early': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId } = await cast.getLastGroup();
    await bo.api.run('SnoozeAlertGroup', { groupId, minutes: 60 });
    await stage.settleFully();
    await bo.api.run('UnsnoozeAlertGroup', { groupId });
    expect(await cast.countRings(() => stage.advance('PT9.999S'))).toEqual([0, 0]);
    expect(await cast.countRings(() => stage.advance('PT0.001S'))).toEqual([0, 1]);
  },

  'whoever takes it again within them rings nobody': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settleFully();
    await bo.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT9S');
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await cast.countRings(() => stage.advance('PT19M'))).toEqual([0, 0]);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  },
};
