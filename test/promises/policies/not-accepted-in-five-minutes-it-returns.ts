import type { Promises } from './cast.js';

export const notAcceptedInFiveMinutesItReturns: Promises = {
  'to whoever had it, who is told': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    await stage.setPolicy([{ page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await bo.api.run('ReassignAlertGroup', { groupId, personId: cleo.personId });
    await stage.settle();
    const pagesBefore = bo.phone.pages.length;
    await stage.advance('PT5M1S');
    const row = await ana.api.row('alertGroups', groupId);
    expect(row).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId }, paging: [] });
    expect(row.reassigning).toBeUndefined();
    // quiet notifications wait for five minutes after another one
    await stage.advance('PT5M');
    expect(bo.phone.pages.slice(pagesBefore)).toMatchObject([{ quiet: true, cause: { kind: 'not_accepted', personId: cleo.personId } }]);
    expect((await stage.getTimeline(groupId)).map(({ type }) => type)).toContain('ReassignmentLapsed');
  },
};
