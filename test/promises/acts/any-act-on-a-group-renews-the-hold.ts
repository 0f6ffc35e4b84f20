import type { Promises } from '../signals/cast.js';

export const anyActOnAGroupRenewsTheHold: Promises = {
  'whoever has it and does something with it is not asked whether they are still on it': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.openGroup();
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    const acts = [
      () => ana.api.run('AddNote', { groupId, text: 'The disk is being cleaned.' }),
      () => ana.api.run('MarkAlertGroupAsNoise', { groupId, reason: 'A test rig.' }),
      () => ana.api.run('RemoveNoiseMark', { groupId }),
      () => ana.api.run('AddResponder', { groupId, personId: bo.personId }),
      () => ana.api.run('ReassignAlertGroup', { groupId, personId: bo.personId }),
      () => ana.api.run('RenewAcknowledgement', { groupId }),
    ];
    for (const act of acts) {
      // includes the notification that Bo did not accept
      const hears = await cast.collectCauses(ana, () => stage.advance('PT19M59S'));
      expect(hears).not.toContain('reminder');
      await act();
    }
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: ana.personId } });
  },

  'an act after the question is an answer': async (cast) => {
    const { stage, ana } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    expect(await cast.collectCauses(ana, () => stage.advance('PT20M'))).toEqual(['reminder']);
    await ana.api.run('AddNote', { groupId, text: 'Half of it is clean.' });
    await stage.advance('PT10M');
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged' });
  },

  'without one it fires again; what somebody else does is none': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await bo.api.run('AddNote', { groupId, text: 'I look on.' });
    expect(await cast.collectCauses(ana, () => stage.advance('PT19M59S'))).toEqual(['reminder']);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged' });
    expect(await cast.collectCauses(ana, () => stage.advance('PT1S'))).toEqual(['holder_first']);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null });
  },
};
