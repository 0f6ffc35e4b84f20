import type { Promises } from './cast.js';

export const seenStopsMyOwnPhone: Promises = {
  'my later rules ring no more, and the alert group fires on': async (cast) => {
    const { stage, ana, bo } = cast;
    const { api, personId } = ana;
    const second = await stage.addPhone(api, false);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: second.methodId, delayMinutes: 2 });
    await stage.setPolicy([{ page: [ana, bo], wait: 9 }]);
    const { id: groupId } = await cast.openGroup();
    const { pageId } = (await stage.pagesOf(groupId, ana))[0]!;
    await api.run('AnswerPage', { groupId, pageId });
    await stage.advance('PT3M');
    expect(second.phone.pages).toEqual([]);
    expect((await stage.pagesOf(groupId, ana))[0]).toMatchObject({ state: 'answered' });
    const [bosPages] = await stage.pagesOf(groupId, bo);
    expect(bosPages).toMatchObject({ state: 'delivered' });
    expect(await stage.getGroup((await stage.listGroups()).at(-1)!.number)).toMatchObject({ status: 'firing', holder: null });
    await api.run('RemoveContactMethod', { personId, contactMethodId: second.methodId });
  },

  'also of a page that somebody asked for after it was acknowledged': async ({ stage, ana, bo }) => {
    const { id: groupId, number } = (await stage.listGroups()).at(-1)!;
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    const { length } = ana.phone.pages;
    await bo.api.run('AddResponder', { groupId, personId: ana.personId });
    await stage.settle();
    expect(ana.phone.pages.slice(length)).toMatchObject([{ number }]);
    const { pageId } = (await stage.pagesOf(groupId, ana)).at(-1)!;
    await ana.api.run('AnswerPage', { groupId, pageId });
    await stage.settle();
    expect((await stage.pagesOf(groupId, ana)).at(-1)).toMatchObject({ state: 'answered' });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
  },

  'and nobody answers for me': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId } = (await stage.listGroups()).at(-1)!;
    const { pageId } = (await stage.pagesOf(groupId, ana)).at(-1)!;
    expect(await bo.api.expectRefusal('AnswerPage', { groupId, pageId })).toMatchObject({ status: 404, code: 'page.not_found' });
    await cast.setPolicy();
  },
};
