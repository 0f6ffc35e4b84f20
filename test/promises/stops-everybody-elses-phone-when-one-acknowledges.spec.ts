import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([{ page: [stage.ana, bo], wait: 5 }, { page: [cleo] }]);
});
afterAll(() => stage.close());

story('when one of two acknowledges', (chapter) => {
  chapter('cancels the other’s page with the reason, and pages no one any more', async () => {
    const { personId } = bo;
    const laterPhone = await stage.addPhone(bo.api, false);
    await bo.api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: laterPhone.methodId, delayMinutes: 2 });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);

    const { id: groupId } = await stage.getGroup();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT19M');
    expect([stage.ana.ringCount, bo.ringCount, laterPhone.phone.pages.length, cleo.ringCount]).toEqual([1, 1, 0, 0]);

    expect(await stage.pagesOf(groupId, bo)).toMatchObject([{ state: 'cancelled', reason: 'delivery.cancelled_by_acknowledge' }]);
    expect(await stage.pagesOf(groupId, stage.ana)).toMatchObject([{ state: 'answered' }]);
  });

  chapter('claims no attempt of a cancelled page after the acknowledge', async () => {
    const { id: groupId } = await stage.getGroup();
    const timeline = await stage.getTimeline(groupId);
    const acknowledgeEvent = timeline.find(({ type }) => type === 'AlertGroupAcknowledged')!.ordinal;
    const cancelledPages = new Set(timeline.flatMap((event) => (event.type === 'PageCancelled' ? [event.data.pageId] : [])));
    const claimEvents = timeline.filter((event) => event.type === 'AttemptStarted' && cancelledPages.has(event.data.pageId));
    expect(cancelledPages.size).toBe(1);
    expect(claimEvents.every(({ ordinal }) => ordinal < acknowledgeEvent)).toBe(true);
  });

  chapter('goes on ringing those whose step says to notify others still', async () => {
    await stage.setPolicy([{ page: [stage.ana, bo], notifyOthersStill: true }]);
    bo.phone.answer(500);
    await stage.generic({ summary: 'All hands', key: 'hands' });
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    bo.phone.recover();
    await stage.advance('PT1M');
    expect(bo.phone.pages.some((page) => page.number === 2)).toBe(true);
  });
});
