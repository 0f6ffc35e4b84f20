import type { Promises } from './cast.js';

export const escalateNowWithNobodyToGoToIsRefused: Promises = {
  'and changes nothing': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.setPolicy([{ page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await cast.runWithoutBosPhone(async () =>
      expect(await ana.api.expectRefusal('EscalateAlertGroup', { groupId })).toMatchObject({
        status: 409,
        code: 'alert_group.nobody_to_escalate_to',
      }),
    );
    expect(await ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'acknowledged' });
  },
};
