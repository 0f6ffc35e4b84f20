import type { Promises } from './keep.js';

export const notAcceptedInFiveMinutesItReturns: Promises = {
  'to whoever had it, who is told': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.policy([{ page: [bo] }]);
    const { id: groupId } = await cast.opens();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await bo.api.run('ReassignAlertGroup', { groupId, personId: cleo.personId });
    await stage.settle();
    const told = bo.phone.pages.length;
    await stage.advance('PT5M1S');
    const row = await ana.api.row('alertGroups', groupId);
    expect(row).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId }, paging: [] });
    expect(row.reassigning).toBeUndefined();
    // quiet notifications wait for five minutes after another one
    await stage.advance('PT5M');
    expect(bo.phone.pages.slice(told)).toMatchObject([{ quiet: true, cause: { kind: 'not_accepted', personId: cleo.personId } }]);
    expect((await stage.timeline(groupId)).map(({ type }) => type)).toContain('ReassignmentLapsed');
  },
};
